import { setTimeout as wait } from 'node:timers/promises';
import { type CallResponse, call, type Merchant } from './call.ts';
import type { State } from './checker/facts.ts';
import type { LoadOptions } from './load-options.ts';
import type { Random } from './random.ts';

export const ORDERS = '/offset-gateway/orders';

/** An order that the load created. */
export interface Known {
  readonly merchant: Merchant;
  readonly orderId: string;
  readonly paymentPath: string;
}

/** A merchant and its payers, who note what they send and receive. */
export interface Client {
  readonly name: string;
  readonly options: LoadOptions;
  readonly random: Random;
  /** Orders that were acknowledged. */
  readonly known: Known[];
  /** Returns a number that the client has not used. */
  nextNumber(): number;
  request(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<CallResponse | undefined>;
  /** Notes the state that a response showed. */
  observe(merchant: Merchant, orderId: unknown, status: unknown): void;
}

/** Creates a client with a name. */
export function createClient(options: LoadOptions, name: string): Client {
  const { notes, ports } = options;
  const random = options.random.fork(name);
  let count = 0;

  async function request(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<CallResponse | undefined> {
    // Sometimes a caller leaves before the response.
    const timeoutMs = random.chance(0.03) ? random.whole(1, 40) : 15_000;
    const response = await call({
      port: random.pick(ports),
      method,
      path,
      headers,
      timeoutMs,
      ...(body === undefined ? {} : { body }),
    });
    const status = response?.status ?? 0;
    notes.statuses.set(status, (notes.statuses.get(status) ?? 0) + 1);
    // No busy loop against a gateway that is down.
    if (!response) await wait(random.whole(10, 60));
    const isPage = path.startsWith('/pay/');
    if (response && status >= 400 && !isPage && !Number.isInteger(response.json?.error))
      notes.oddities.push(`${method} ${path.replace(/[^/]{20,}/g, '…')} returned ${status} without an Error`);
    return response;
  }

  function observe(merchant: Merchant, orderId: unknown, status: unknown): void {
    if (typeof orderId === 'string' && typeof status === 'string')
      notes.observed.push({ merchant: merchant.id, orderId, status: status as State });
  }

  return {
    name,
    options,
    random,
    known: [],
    nextNumber() {
      count += 1;
      return count;
    },
    request,
    observe,
  };
}
