import { type Check, expect, expectRefusal, expectSuccess, type Fields, fieldsOf } from './check.ts';
import { CALCULATE, FLIGHT } from './emissions.ts';
import { freshEmail, ORDERS } from './orders.ts';

const basis = 'decision';

/** Checks of what this project decided where the interface is silent; another service may have decided otherwise. */
export const decisionChecks: readonly Check[] = [
  {
    group: 'idempotency',
    claim: 'same key and body: the first response again; same key, another body: 422',
    basis,
    async run(caller) {
      const body = { emission_amount: 3, user: { email: freshEmail() } };
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const first = fieldsOf(expectSuccess(await caller.post(ORDERS, body, headers)));
      const again = await caller.post(ORDERS, body, headers);
      expect(fieldsOf(again).order_id === first.order_id, 'a second order was created');
      expect(again.headers.get('idempotent-replayed') === 'true', 'idempotent-replayed is missing');
      expectRefusal(await caller.post(ORDERS, { ...body, emission_amount: 4 }, headers), 422);
    },
  },
  {
    group: 'idempotency',
    claim: 'twenty at once with one key make one order',
    basis,
    async run(caller) {
      const body = { emission_amount: 3, user: { email: freshEmail() } };
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const replies = await Promise.all(Array.from({ length: 20 }, () => caller.post(ORDERS, body, headers)));
      const made = new Set(
        replies.filter(({ status }) => status < 300).map((reply) => fieldsOf(reply).order_id),
      );
      expect(made.size === 1, `${made.size} orders`);
      expect(
        replies.every(({ status }) => status < 300 || status === 409),
        replies.map(({ status }) => status).join(),
      );
    },
  },
  {
    group: 'responses',
    claim: '201 for a create, 200 for the others, x-request-id on all',
    basis,
    async run(caller) {
      const created = await caller.post(ORDERS, { emission_amount: 1 });
      expect(created.status === 201, `create returned ${created.status}`);
      expect(fieldsOf(created).callback_url === null, 'callback_url is not null if none was given');
      const calculated = await caller.post(CALCULATE, { flights: [FLIGHT] });
      expect(calculated.status === 200, `calculate returned ${calculated.status}`);
      for (const { headers } of [
        created,
        calculated,
        await caller.get(ORDERS),
        await caller.get('nowhere'),
      ]) {
        expect(Boolean(headers.get('x-request-id')), 'x-request-id is missing');
      }
    },
  },
  {
    group: 'responses',
    claim: 'names the invalid field',
    basis,
    async run(caller) {
      const reply = await caller.post(ORDERS, { emission_amount: 1, user: { email: 'no' } });
      expectRefusal(reply, 400);
      expect(String(fieldsOf(reply).message).includes('user.email'), String(fieldsOf(reply).message));
      const flights = [FLIGHT, { ...FLIGHT, departureDate: { year: 2027, month: 13, day: 1 } }];
      const calculated = await caller.post(CALCULATE, { flights });
      expectRefusal(calculated, 400);
      const message = String(fieldsOf(calculated).message);
      expect(message.includes('flights[1].departureDate.month'), message);
    },
  },
  {
    group: 'responses',
    claim: '404, 405 with Allow, 413, 415: each an Error object',
    basis,
    async run(caller) {
      expectRefusal(await caller.get('nowhere'), 404);
      const wrongMethod = await caller.raw({
        method: 'DELETE',
        path: ORDERS,
        headers: { 'x-api-key': caller.target.apiKey },
      });
      expectRefusal(wrongMethod, 405);
      expect(Boolean(wrongMethod.headers.get('allow')), 'allow is missing');
      expectRefusal(
        await caller.post(ORDERS, `{"emission_amount":1,"more":"${'x'.repeat(3_000_000)}"}`),
        413,
      );
      expectRefusal(await caller.post(ORDERS, { emission_amount: 1 }, { 'content-type': 'text/plain' }), 415);
    },
  },
  {
    group: 'responses',
    claim: 'at most 10⁹ kg per order',
    basis,
    async run(caller) {
      expectRefusal(await caller.post(ORDERS, { emission_amount: 1_000_000_001 }), 400);
      expectRefusal(await caller.post(ORDERS, { emission_amount: 1_000_001, emission_unit: 'tonCO2e' }), 400);
    },
  },
  {
    group: 'responses',
    claim: 'a query parameter given twice is refused',
    basis,
    run: async (caller) => expectRefusal(await caller.get(`${ORDERS}?limit=1&limit=2`), 400),
  },
  {
    group: 'list orders',
    claim: 'the overview counts every order that matches, not only the page',
    basis,
    async run(caller) {
      const email = freshEmail();
      for (let i = 0; i < 3; i++)
        expectSuccess(await caller.post(ORDERS, { emission_amount: 1, user: { email } }));
      const page = fieldsOf(await caller.get(`${ORDERS}?email=${email}&limit=1`));
      const overview = page.overview as Fields | undefined;
      expect(overview?.total_orders === 3, `total_orders is ${overview?.total_orders}`);
    },
  },
];
