import { type Check, expect, expectRefusal, type Fields } from './check.ts';
import { CALLBACK_URL, create, freshEmail, ORDERS } from './orders.ts';

const group = 'create order';

/** Checks of creating orders; none is paid. */
export const createChecks: readonly Check[] = [
  {
    group,
    claim: 'returns every field of a created order',
    basis: 'interface',
    async run(caller) {
      const user = { name: 'Zoë Meier', email: freshEmail(), tax_id: '29ABCDE1234F2Z5' };
      const order = await create(caller, {
        emission_amount: 152.5,
        emission_unit: 'kgCO2',
        callback_url: CALLBACK_URL,
        user,
      });
      expect(typeof order.order_id === 'string' && order.order_id !== '', `order_id is ${order.order_id}`);
      expect(order.emission_amount === 152.5, `emission_amount is ${order.emission_amount}`);
      expect(order.emission_unit === 'kgCO2', `emission_unit is ${order.emission_unit}`);
      expect(order.callback_url === CALLBACK_URL, `callback_url is ${order.callback_url}`);
      expect(URL.canParse(String(order.payment_url)), `payment_url is ${order.payment_url}`);
      expect(!Number.isNaN(Date.parse(String(order.created_at))), `created_at is ${order.created_at}`);
      const echoed = order.user as Fields | undefined;
      for (const [name, value] of Object.entries(user)) {
        expect(echoed?.[name] === value, `user.${name} is ${echoed?.[name]}`);
      }
    },
  },
  {
    group,
    claim: 'takes kgCO2 for the unit when none is given',
    basis: 'interface',
    async run(caller) {
      const order = await create(caller, {
        emission_amount: 1,
        callback_url: CALLBACK_URL,
        user: { email: freshEmail() },
      });
      expect(order.emission_unit === 'kgCO2', `emission_unit is ${order.emission_unit}`);
    },
  },
  {
    group,
    claim: 'takes tonCO2e, and the amount 0',
    basis: 'interface',
    async run(caller) {
      const user = { email: freshEmail() };
      const order = await create(caller, {
        emission_amount: 0.001,
        emission_unit: 'tonCO2e',
        callback_url: CALLBACK_URL,
        user,
      });
      expect(order.emission_unit === 'tonCO2e' && order.emission_amount === 0.001, JSON.stringify(order));
      const none = await create(caller, { emission_amount: 0, callback_url: CALLBACK_URL, user });
      expect(none.emission_amount === 0, `emission_amount is ${none.emission_amount}`);
    },
  },
  {
    group,
    claim: 'gives each order an identifier of its own',
    basis: 'interface',
    async run(caller) {
      const body = { emission_amount: 1, callback_url: CALLBACK_URL, user: { email: freshEmail() } };
      const [a, b] = [await create(caller, body), await create(caller, body)];
      expect(a.order_id !== b.order_id, `twice ${a.order_id}`);
    },
  },
  ...refusals([
    ['a negative amount', { emission_amount: -0.01 }],
    ['an amount that is text', { emission_amount: '1' }],
    ['an amount that is null', { emission_amount: null }],
    ['an amount past all numbers', '{"emission_amount":1e999}'],
    ['NaN', '{"emission_amount":NaN}'],
    ['a unit that is not known', { emission_amount: 1, emission_unit: 'lbs' }],
    ['an invalid e-mail address', { emission_amount: 1, user: { email: 'zoe at example' } }],
    ['a name that is a number', { emission_amount: 1, user: { name: 5 } }],
    ['a user that is text', { emission_amount: 1, user: 'zoe' }],
    ['a callback that is not a URL', { emission_amount: 1, callback_url: 'not an address' }],
    ['an array', []],
    ['null', 'null'],
    ['broken JSON', '{"emission_amount":1'],
    ['an empty body', ''],
  ]),
];

function refusals(cases: [string, unknown][]): Check[] {
  return cases.map(([name, body]) => ({
    group,
    claim: `refuses ${name}`,
    basis: 'interface',
    run: async (caller) => expectRefusal(await caller.post(ORDERS, body)),
  }));
}
