import { expectSuccess, type Fields, fieldsOf } from './check.ts';
import type { Caller } from './target.ts';

/** Path of the two operations on orders. */
export const ORDERS = 'offset-gateway/orders';

/** Webhook URL of the orders; it receives none, as no order is settled. */
export const CALLBACK_URL = 'https://merchant.example/offset/webhooks';

/** Makes an e-mail address that is not in use, so that runs do not see each other's orders. */
export function freshEmail(): string {
  return `conformance-${crypto.randomUUID()}@example.com`;
}

/** Creates an order. */
export async function create(caller: Caller, body: unknown): Promise<Fields> {
  return fieldsOf(expectSuccess(await caller.post(ORDERS, body)));
}
