/** The sandbox without a server: the real engine and a service in memory, loaded only where there is no gateway. */
import { calculateRequestSchema, type Offer, type WebhookEvent } from '@flight-offset/core';
import { signWebhook } from '@flight-offset/core/server';
import { createFakeService, SAMPLE_PROJECT } from '@flight-offset/core/testing';
import { createSandboxBackend, SANDBOX_API, SANDBOX_CREDENTIALS } from '../../../sandbox-backend/backend.ts';
import type { Exchange, ExchangeListener } from '../../../sandbox-backend/exchange.ts';
import { SANDBOX_WEBHOOK_SECRET } from '../../../sandbox-backend/webhook-secret.ts';
import type { Connection, PaymentOutcome } from './connection.ts';
import { estimateFlights, UnsupportedFlightsError } from './engine.ts';
import { GATEWAY_ONLY, orderInPage } from './orders-in-page.ts';

const SERVICE_URL = 'https://gateway.example';
const PRICE_PER_TONNE = 1_199;

/** Opens a connection to a service which lives in this page, and lets the page's own requests reach it. */
export function openInPage(): Connection {
  const listeners = new Set<ExchangeListener>();
  const past: Exchange[] = [];
  const tell: ExchangeListener = (exchange) => {
    past.push(exchange);
    for (const listener of listeners) listener(exchange);
  };
  const service = createFakeService({
    origin: SERVICE_URL,
    apiKey: SANDBOX_CREDENTIALS.apiKey,
    secret: SANDBOX_CREDENTIALS.signingKey,
    platformId: SANDBOX_CREDENTIALS.platformId,
    paisePerTonne: PRICE_PER_TONNE * 100,
    emissions: (flight) => estimateFlights([flight])[0]!.emissionsGramsPerPax,
  });

  async function toService(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const order = pathname.match(/^\/sandbox\/orders\/([^/]+)\/payment$/)?.[1];
    if (order) return finalize(decodeURIComponent(order), request);
    if (pathname === '/offset-gateway/offer') {
      return Response.json({
        price_per_tonne: PRICE_PER_TONNE,
        currency: 'INR',
        project: SAMPLE_PROJECT,
      } satisfies Offer);
    }
    try {
      if (pathname === '/api/estimates') return await estimates(request);
      return (await orderInPage(service, request.clone())) ?? (await service.fetch(request));
    } catch (cause) {
      if (!(cause instanceof UnsupportedFlightsError)) throw cause;
      return Response.json({ error: 42201, message: cause.message, flights: cause.flights }, { status: 422 });
    }
  }

  /** The plain operation first: it checks the headers, the signature and the body. */
  async function estimates(request: Request): Promise<Response> {
    const plain = await service.fetch(
      new Request(request.url.replace('/api/estimates', '/api/calculate'), request.clone()),
    );
    if (!plain.ok) return plain;
    const { flights } = calculateRequestSchema.parse(await request.json());
    return Response.json(estimateFlights(flights));
  }

  async function finalize(orderId: string, request: Request): Promise<Response> {
    const { outcome } = (await request.json()) as { outcome: PaymentOutcome };
    try {
      const settled = service.finalize(orderId, outcome);
      if (settled.callback_url) void sendWebhook(settled.callback_url, settled);
      return Response.json(settled);
    } catch (cause) {
      return Response.json({ error: 40902, message: (cause as Error).message }, { status: 409 });
    }
  }

  async function sendWebhook(address: string, order: (typeof service.orders)[number]): Promise<void> {
    const event: WebhookEvent = {
      type: order.status === 'completed' ? 'order.completed' : 'order.failed',
      timestamp: new Date().toISOString(),
      data: {
        ...order,
        ...(order.status === 'completed' ? { transaction_id: `txn-${order.order_id}` } : {}),
      },
    };
    const body = JSON.stringify(event);
    const id = `msg_${order.order_id}`;
    const signed = await signWebhook({ id, timestamp: new Date(), body, secrets: [SANDBOX_WEBHOOK_SECRET] });
    const headers = { 'content-type': 'application/json', ...signed };
    await backend(new Request(address, { method: 'POST', headers, body }));
  }

  const backend = createSandboxBackend({
    serviceUrl: SERVICE_URL,
    fetch: toService,
    callbackBase: location.origin,
    listener: tell,
  });

  // The elements ask `fetch`; requests below the sandbox's path are handled here.
  const network = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname } = new URL(request.url);
    return origin === location.origin && pathname.startsWith(SANDBOX_API)
      ? backend(request)
      : network(input, init);
  };

  return {
    mode: 'page',
    serviceUrl: SERVICE_URL,
    responds: true,
    lacks: GATEWAY_ONLY,
    endpoint: (scenario = 'usual') => `${SANDBOX_API}offset/${scenario}`,
    listen(listener) {
      past.forEach(listener);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toService: (path, init) => toService(new Request(new URL(path, SERVICE_URL), init)),
  };
}
