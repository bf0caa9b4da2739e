import { setTimeout as wait } from 'node:timers/promises';
import { type CallResponse, call, type Merchant, signed } from './call.ts';
import type { Acknowledged, Journal, Observed, ObservedTransaction, Sent, State } from './checker/facts.ts';
import { gramsOf, paiseOf } from './checker/money.ts';
import type { Random } from './random.ts';
import { MANNERS, type WebhookEndpoints } from './webhook-endpoints.ts';

/** Everything that the load has seen so far. */
export interface Notes extends Journal {
  readonly sent: Sent[];
  readonly acknowledged: Acknowledged[];
  readonly observed: Observed[];
  readonly transactions: ObservedTransaction[];
  readonly lists: Journal['lists'][number][];
  /** Number of responses by status; 0 if no complete response arrived. */
  readonly statuses: Map<number, number>;
  /** Responses that no fault explains, such as a refusal that is not an Error object. */
  readonly oddities: string[];
}

/** Creates empty notes. */
export function createNotes(): Notes {
  return {
    sent: [],
    acknowledged: [],
    observed: [],
    transactions: [],
    lists: [],
    statuses: new Map(),
    oddities: [],
  };
}

/** Context of a load. */
export interface LoadOptions {
  readonly merchants: readonly Merchant[];
  readonly endpoints: WebhookEndpoints;
  readonly notes: Notes;
  readonly random: Random;
  /** Ports of equivalent gateways. */
  readonly ports: readonly number[];
  readonly isOver: () => boolean;
  /** Whether only a provider's events settle orders. */
  readonly hasProvider?: boolean;
}

/** An order that the load created. */
interface Known {
  readonly merchant: Merchant;
  readonly orderId: string;
  readonly paymentPath: string;
}

const ORDERS = '/offset-gateway/orders';

/** Choices of payers: the sandbox's portfolios, and one whose credits run out. */
const PORTFOLIOS = ['scarce-blend', 'wind-and-mangroves', 'aviation-fuel'] as const;

/** Runs a merchant and its payers, one action after the other, until the run is over. */
export async function runClient(options: LoadOptions, name: string): Promise<void> {
  const { merchants, endpoints, notes, ports, isOver } = options;
  const random = options.random.fork(name);
  const known: Known[] = [];
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

  /**
   * Calculates the price that the merchant shows its payer, paise: a mass at the offer's price, apart from the
   * project's code.
   */
  async function quote(
    merchant: Merchant,
    { amount, unit, portfolio }: Pick<Sent, 'amount' | 'unit' | 'portfolio'>,
  ): Promise<number | undefined> {
    const response = await request('GET', '/offset-gateway/offer', { 'x-api-key': merchant.apiKey });
    if (response?.status !== 200) return undefined;
    const chosen = response.json.portfolios?.find(({ id }: { id: string }) => id === portfolio);
    const { price_per_tonne } = chosen ?? response.json;
    const perTonne = BigInt(Math.round(price_per_tonne * 100));
    // The payer takes a moment, and prices may change meanwhile.
    await wait(random.whole(0, 400));
    return Number(paiseOf(gramsOf(amount, unit), perTonne));
  }

  async function newRequest(merchant: Merchant): Promise<{ sent: Sent; body: string }> {
    count += 1;
    const unit = random.pick(['kgCO2', 'kgCO2', 'tonCO2e'] as const);
    const kilograms = random.pick([0, 0.0004, 0.0005, 12.3456, random.whole(1, 2000), random.next() * 900]);
    const email = random.chance(0.7)
      ? `${random.pick(['Ada', 'bo', 'Cy'])}${random.whole(1, 9)}@x.example`
      : undefined;
    const taxId = random.chance(0.3) ? `29ABC${random.whole(1, 4)}` : undefined;
    const amount = unit === 'kgCO2' ? kilograms : kilograms / 1000;
    const portfolio = random.chance(0.35) ? random.pick(PORTFOLIOS) : undefined;
    const wanted = { amount, unit, ...(portfolio === undefined ? {} : { portfolio }) };
    const expectedPrice = random.chance(0.3) ? await quote(merchant, wanted) : undefined;
    const sent: Sent = {
      merchant: merchant.id,
      marker: `${name}-${count}`,
      ...wanted,
      ...(expectedPrice === undefined ? {} : { expectedPrice }),
      ...(email === undefined ? {} : { email }),
      ...(taxId === undefined ? {} : { taxId }),
      ...(random.chance(0.85) ? { callbackUrl: endpoints.url(merchant.id, random.pick(MANNERS)) } : {}),
    };
    const body = JSON.stringify({
      emission_amount: sent.amount,
      emission_unit: unit,
      callback_url: sent.callbackUrl,
      portfolio,
      user: { name: sent.marker, email, tax_id: taxId },
      ...(expectedPrice === undefined
        ? {}
        : { expected_price: { currency: 'INR', amount_minor: expectedPrice } }),
    });
    return { sent, body };
  }

  async function create(): Promise<void> {
    const merchant = random.pick(merchants);
    const { sent, body } = await newRequest(merchant);
    const key = random.chance(0.75) ? `key-${sent.marker}` : undefined;
    notes.sent.push({ ...sent, ...(key === undefined ? {} : { key }) });
    const headers = { ...signed(merchant, body), ...(key === undefined ? {} : { 'idempotency-key': key }) };
    // Only a key allows a repeat. Some requests are repeated despite a response, and some before one.
    const tries = key === undefined ? 1 : random.whole(1, 6);
    const copies = key !== undefined && random.chance(0.2) ? random.whole(2, 4) : 1;
    const isMisused = key !== undefined && copies > 1 && random.chance(0.3);
    for (let tried = 0; tried < tries; tried += 1) {
      const [, ...responses] = await Promise.all([
        isMisused ? misuse(merchant, key) : undefined,
        ...Array.from({ length: copies }, () => request('POST', ORDERS, headers, body)),
      ]);
      for (const response of responses) recordAcknowledged(merchant, sent.marker, response);
      const ended = responses.filter((one) => one && one.status < 500 && ![409, 429].includes(one.status));
      const refused = ended.filter((one) => one?.status !== 201);
      for (const one of refused) {
        // If the other order was first, the key belongs to it.
        if (!isMisused || one?.json?.error !== 42202)
          notes.oddities.push(`a create returned ${one?.status}: ${one?.text.slice(0, 200)}`);
      }
      if (refused.length > 0 || (ended.length > 0 && random.chance(0.7))) break;
      if (ended.length === 0) await wait(random.whole(5, 120));
    }
    if (key !== undefined && random.chance(0.05)) await misuse(merchant, key);
  }

  /**
   * Sends another order under a key. Right after a failure nothing may be stored under the key, which makes this its
   * first use.
   */
  async function misuse(merchant: Merchant, key: string): Promise<void> {
    count += 1;
    const marker = `${key}-misused-${count}`;
    const body = JSON.stringify({ emission_amount: 1, user: { name: marker } });
    notes.sent.push({ merchant: merchant.id, marker, key, amount: 1, unit: 'kgCO2' });
    const headers = { ...signed(merchant, body), 'idempotency-key': key };
    recordAcknowledged(merchant, marker, await request('POST', ORDERS, headers, body));
  }

  /** Remembers a create that was acknowledged. */
  function recordAcknowledged(merchant: Merchant, marker: string, response: CallResponse | undefined): void {
    if (response?.status !== 201) return;
    const { order_id: orderId, payment_url: url } = response.json;
    notes.acknowledged.push({ merchant: merchant.id, marker, orderId });
    known.push({ merchant, orderId, paymentPath: new URL(url).pathname });
  }

  async function settle({ merchant, orderId }: Known): Promise<void> {
    const outcome = random.pick(['completed', 'completed', 'failed']);
    const body = JSON.stringify({ outcome });
    const response = await request(
      'POST',
      `/sandbox/orders/${orderId}/payment`,
      signed(merchant, body),
      body,
    );
    if (response?.status === 200) observe(merchant, response.json.order_id, response.json.status);
  }

  /** Confirms an order whose money the merchant collected, or cancels it; either may be repeated. */
  async function conclude({ merchant, orderId }: Known): Promise<void> {
    const action = random.pick(['confirm', 'confirm', 'confirm', 'cancel']);
    const body = '{}';
    for (let tries = random.whole(1, 3); tries > 0; tries -= 1) {
      const response = await request('POST', `${ORDERS}/${orderId}/${action}`, signed(merchant, body), body);
      if (response?.status === 200) observe(merchant, response.json.order_id, response.json.status);
      else if (response && response.status < 500 && ![403, 409].includes(response.status))
        notes.oddities.push(`a ${action} returned ${response.status}: ${response.text.slice(0, 200)}`);
    }
  }

  /** Requests a refund of a part, or of the whole rest; under a key the request may be repeated. */
  async function refund({ merchant, orderId }: Known): Promise<void> {
    const part = random.chance(0.5) ? {} : { emission_amount: random.whole(1, 300) };
    const body = JSON.stringify(part);
    count += 1;
    const headers = { ...signed(merchant, body), 'idempotency-key': `refund-${name}-${count}` };
    for (let tries = random.whole(1, 3); tries > 0; tries -= 1) {
      const response = await request('POST', `${ORDERS}/${orderId}/refunds`, headers, body);
      // If an order is almost refunded, the rest may be less than the provider's minimum refund.
      const isTooSmall = response?.status === 400 && response.json.error === 40002;
      if (response && ![201, 409].includes(response.status) && response.status < 500 && !isTooSmall)
        notes.oddities.push(`a refund returned ${response.status}: ${response.text.slice(0, 200)}`);
    }
  }

  async function pay({ paymentPath }: Known): Promise<void> {
    const body = random.pick([
      'action=pay&card=4242424242424242',
      'action=pay&card=4000000000000002',
      'action=pay&card=1',
      'action=cancel',
    ]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    if (random.chance(0.2)) await request('POST', paymentPath, headers, 'action=more-time');
    // A payer who clicks twice.
    const clicks = random.chance(0.3) ? 2 : 1;
    const responses = await Promise.all(
      Array.from({ length: clicks }, () => request('POST', paymentPath, headers, body)),
    );
    for (const response of responses) {
      if (response?.status !== 303 || !response.location?.startsWith('http://127.0.0.1:')) continue;
      const { port, pathname } = new URL(response.location);
      if (pathname.startsWith('/l/')) await call({ port: Number(port), method: 'GET', path: pathname });
    }
    if (random.chance(0.3)) await request('GET', paymentPath, {});
  }

  async function read({ merchant, orderId }: Known, of: Merchant = merchant): Promise<void> {
    const path = `${ORDERS}/${orderId}${random.chance(0.5) ? '/status' : ''}`;
    const response = await request('GET', path, { 'x-api-key': of.apiKey });
    if (response?.status === 200) observe(of, response.json.order_id, response.json.status);
  }

  async function list(): Promise<void> {
    const merchant = random.pick(merchants);
    const query = new URLSearchParams({
      limit: String(random.whole(1, 100)),
      page: String(random.whole(1, 3)),
      sort: random.pick(['asc', 'desc']),
    });
    if (random.chance(0.3)) query.set('status', random.pick(['pending', 'completed', 'failed']));
    if (random.chance(0.3)) query.set('email', `ada${random.whole(1, 9)}@x.example`);
    const response = await request('GET', `${ORDERS}?${query}`, { 'x-api-key': merchant.apiKey });
    if (response?.status === 200)
      for (const one of response.json.orders) observe(merchant, one.order_id, one.status);
  }

  async function transaction(): Promise<void> {
    const completed = endpoints.received.filter(({ transactionId }) => transactionId !== undefined);
    if (completed.length === 0) return;
    // Half of them belong to another merchant.
    const id = random.pick(completed).transactionId ?? '';
    const merchant = random.pick(merchants);
    const response = await request('GET', `/marketplace/transactions/${id}`, {
      'x-api-key': merchant.apiKey,
    });
    if (response?.status !== 200) return;
    const { amount, carbon_credits: carbonCredits, aviation_fuel: aviationFuel } = response.json;
    const shown = { amount, carbonCredits, ...(aviationFuel === undefined ? {} : { aviationFuel }) };
    notes.transactions.push({ merchant: merchant.id, id: response.json.id, ...shown });
  }

  while (!isOver()) {
    const dice = random.next();
    const one = known.length > 0 ? random.pick(known.slice(-30)) : undefined;
    if (!one || dice < 0.4) await create();
    else if (dice < 0.62) await (options.hasProvider ? pay(one) : settle(one));
    else if (dice < 0.72) await pay(one);
    else if (dice < 0.75) await refund(one);
    else if (dice < 0.79) await conclude(one);
    else if (dice < 0.82) await list();
    else if (dice < 0.9) await read(one);
    else if (dice < 0.95) await read(one, random.pick(merchants));
    else await transaction();
  }
}

/** Requests every order of every merchant once everything has come to rest, replacing the notes of an earlier call. */
export async function listEverything(
  port: number,
  merchants: readonly Merchant[],
  notes: Notes,
): Promise<void> {
  notes.lists.length = 0;
  for (const merchant of merchants) {
    const orderIds: string[] = [];
    for (let page = 1; ; page += 1) {
      const path = `${ORDERS}?limit=100&sort=asc&page=${page}`;
      const response = await call({ port, method: 'GET', path, headers: { 'x-api-key': merchant.apiKey } });
      if (response?.status !== 200)
        throw new Error(`the list returned ${response?.status} when all was quiet`);
      const { orders, metadata, overview } = response.json;
      for (const one of orders) {
        orderIds.push(one.order_id);
        notes.observed.push({ merchant: merchant.id, orderId: one.order_id, status: one.status });
      }
      if (orders.length === 100) continue;
      notes.lists.push({
        merchant: merchant.id,
        totalRecords: metadata.total_records,
        totalOrders: overview.total_orders,
        totalAmountPaid: overview.total_amount_paid,
        totalUsers: overview.total_users,
        orderIds,
      });
      break;
    }
  }
}
