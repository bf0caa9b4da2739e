import { call, type Merchant, signed } from './call.ts';
import { createClient, type Known, ORDERS } from './client.ts';
import { orderCreator } from './create-orders.ts';
import type { LoadOptions } from './load-options.ts';

/** Runs a merchant and its payers, one action after the other, until the run is over. */
export async function runClient(options: LoadOptions, name: string): Promise<void> {
  const { merchants, endpoints, notes, isOver } = options;
  const client = createClient(options, name);
  const { random, known, nextNumber, request, observe } = client;
  const create = orderCreator(client);

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
    const headers = { ...signed(merchant, body), 'idempotency-key': `refund-${name}-${nextNumber()}` };
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

  /** Actions on an order, each drawn by a number below its own and not below the previous one. */
  const actions: readonly (readonly [below: number, act: (one: Known) => Promise<void>])[] = [
    [0.4, create],
    [0.62, options.hasProvider ? pay : settle],
    [0.72, pay],
    [0.75, refund],
    [0.79, conclude],
    [0.82, list],
    [0.9, (one) => read(one)],
    [0.95, (one) => read(one, random.pick(merchants))],
    [1, transaction],
  ];
  while (!isOver()) {
    const dice = random.next();
    const [, act = create] = actions.find(([below]) => dice < below) ?? [];
    const one = known.length > 0 ? random.pick(known.slice(-30)) : undefined;
    await (one ? act(one) : create());
  }
}
