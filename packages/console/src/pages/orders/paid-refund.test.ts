import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import type { OrderDetail, OrderRefund, PaidRefund } from '../../service/order.ts';
import { Refusal } from '../../service/refusal.ts';
import { fakeService, NOW, OWN } from '../../testing/fake-service.ts';

const HOUR = 3_600_000;
const amount = { currency: 'EUR', amount_minor: 4000 };
const PATH = `/console/merchants/${OWN}/orders/ord_1`;

const refund = (id: string, more: Partial<OrderRefund>): OrderRefund =>
  ({ id, cause: 'requested', state: 'pending', amount, createdAt: NOW, ...more }) as OrderRefund;

const UNMADE = [
  refund('failed', { state: 'failed', fault: 'expired_or_canceled_card' }),
  refund('bounced', { state: 'failed', reference: 're_1' }),
  refund('refused', { fault: '400 payment_too_old' }),
  refund('slow', { createdAt: NOW - HOUR }),
];
const MADE = [
  refund('completed', { state: 'completed', createdAt: 0 }),
  refund('sending', { createdAt: NOW - HOUR + 1 }),
  refund('accepted', { createdAt: 0, reference: 're_2' }),
  refund('elsewhere', { state: 'failed', fault: 'its money went back another way' }),
];
/** Refunds whose money is still there. */
const OWED = [...UNMADE.map(({ id }) => id), 'sending', 'accepted'];

/**
 * Sends a request as a person with a role, about an order with these refunds. @returns the response, and the recorded
 * refunds.
 */
async function send(path: string, { role = 'operator', form }: { role?: string; form?: object } = {}) {
  const recorded: PaidRefund[] = [];
  const order = {
    id: 'ord_1',
    createdAt: NOW,
    expiresAt: NOW,
    status: 'completed',
    amount,
    pricePerTonne: amount,
    product: 'carbon_credits',
    left: { money: { currency: 'EUR', amount_minor: 0 }, grams: 0 },
    metadata: {},
    projects: [],
    allocations: [],
    payments: [],
    webhooks: [],
    refunds: [...UNMADE, ...MADE],
    owedRefunds: OWED,
  } as unknown as OrderDetail;
  const service = fakeService();
  const run = createConsole({
    ...service,
    orders: {
      ...service.orders,
      find: async () => order,
      async recordPaid(_actor, _merchant, _order, paid) {
        if (paid.reference === '') throw new Refusal('The reference is missing.');
        recorded.push(paid);
      },
    },
  });
  const headers = { cookie: `__Host-console_session=${role}`, origin: 'https://pay.example' };
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = Buffer.from(String(new URLSearchParams({ as: `person-${role}`, ...form })));
  const request = new Request(`https://pay.example${path}`, {
    method: form ? 'POST' : 'GET',
    headers: { ...headers, ...(form && type) },
  });
  const response = await run({ request, body: form ? body : Buffer.of(), address: '' });
  return { status: response.status, headers: response.headers, text: await response.text(), recorded };
}

it('offers an operator, and nobody else, to record each refund that the provider has not made', async () => {
  const { text } = await send(PATH);
  const offered = [...text.matchAll(/orders\/ord_1\/refunds\/(\w+)\/paid"/g)].map(([, id]) => id);
  assert.deepEqual(
    offered,
    UNMADE.map(({ id }) => id),
  );
  assert.doesNotMatch((await send(PATH, { role: 'finance' })).text, /Refunds not made/);
});

it('the confirmation page states what happens to a refund, and is there only for refunds not made', async () => {
  const failed = await send(`${PATH}/refunds/failed/paid`);
  assert.match(
    failed.text,
    /Record €40\.00 as paid\?.*expired_or_canceled_card.*Another refund of the same amount/s,
  );
  assert.match((await send(`${PATH}/refunds/slow/paid`)).text, /no longer sent to the provider/);
  // The word in refusals that lead to it.
  assert.match(failed.text, /<option value="unchecked">Unchecked: /);
  for (const { id } of [...MADE, refund('unknown', {})])
    assert.equal((await send(`${PATH}/refunds/${id}/paid`)).status, 404, id);
});

it('records a refund as paid with its reference, unchecked only if the form states so', async () => {
  for (const [records, isUnchecked] of [
    ['read', false],
    ['unchecked', true],
    ['', false],
  ] as const) {
    const form = { reference: 'transfer 17', records };
    const { status, headers, recorded } = await send(`${PATH}/refunds/failed/paid`, { form });
    assert.equal(status, 303);
    assert.equal(headers.get('location'), `${PATH}?done=refund-paid`);
    assert.deepEqual(recorded, [{ refund: 'failed', reference: 'transfer 17', isUnchecked }]);
  }
  const { status, text } = await send(`${PATH}/refunds/failed/paid`, { form: { reference: ' ' } });
  assert.equal(status, 422);
  assert.match(text, /The reference is missing\./);
});
