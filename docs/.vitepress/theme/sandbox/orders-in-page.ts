import { type Order, orderStatusSchema } from '@flight-offset/core';
import { verify } from '@flight-offset/core/server';
import type { FakeService } from '@flight-offset/core/testing';
import { SANDBOX_CREDENTIALS } from '../../../sandbox-backend/backend.ts';

const ORDER_PATH = /^\/offset-gateway\/orders\/([^/]+)(?:\/(status|cancel))?$/;

/** Operations that the sandbox without a server does not have: they need the store of a gateway. */
export const GATEWAY_ONLY: ReadonlySet<string> = new Set([
  'confirmOrder',
  'listStatements',
  'getStatement',
  'refundOrder',
  'listRefunds',
]);

const problem = (error: number, message: string): Response =>
  Response.json({ error, message }, { status: Math.floor(error / 100) });

/**
 * Serves the extensions on one order, in the page: get it, get its status, cancel it.
 * @returns undefined for any other request.
 */
export async function orderInPage(service: FakeService, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const [, id = '', part] = ORDER_PATH.exec(pathname) ?? [];
  if (!id || request.method !== (part === 'cancel' ? 'POST' : 'GET')) return undefined;
  const refusal = await refusalOf(service, request);
  if (refusal) return refusal;
  const order = service.orders.find(({ order_id }) => order_id === decodeURIComponent(id));
  if (!order) return problem(40402, 'There is no order with this identifier. Check it and the key.');
  if (part === 'status') return Response.json(orderStatusSchema.parse(order));
  return part === 'cancel' ? cancel(service, order) : Response.json(order);
}

/** Refuses an invalid key, which the list of orders checks, or an invalid signature of a body. */
async function refusalOf(service: FakeService, request: Request): Promise<Response | undefined> {
  const { method, headers, url } = request;
  const listed = await service.fetch(new URL('/offset-gateway/orders?limit=1', url), { headers });
  if (!listed.ok) return listed;
  if (method === 'GET') return undefined;
  const signature = headers.get('x-body-signature');
  if (signature === null) return problem(40103, 'The header x-body-signature is missing.');
  const bytes = new Uint8Array(await request.arrayBuffer());
  const secret = SANDBOX_CREDENTIALS.signingKey;
  const valid = await verify(bytes, signature, { scheme: 'hmac-sha256', secret });
  return valid ? undefined : problem(40104, 'Invalid x-body-signature. Sign the exact bytes of the body.');
}

/** Fails a pending order; cancelling again returns the same. */
function cancel(service: FakeService, order: Order): Response {
  if (order.status === 'completed') return problem(40902, 'The order is completed. Refund it instead.');
  return Response.json(order.status === 'failed' ? order : service.finalize(order.order_id, 'failed'));
}
