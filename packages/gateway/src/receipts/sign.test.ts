import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OrderView, ViewPart } from '../pages/order-view.ts';
import type { OrderRow } from '../store/schema.ts';
import { receipt } from '../testing/receipt.ts';
import { type ReceiptClaims, receiptClaims } from './sign.ts';

const URL = 'https://pay.example';
const credit = (grams: number) => ({
  project: { name: 'Wind', registry: 'R', project_id: 'T-1' },
  grams,
  retirement: null,
});

/** The claims of a paid order with some fields changed. */
function claimsOf(order: Partial<OrderRow> = {}, more: Partial<OrderView> = {}): ReceiptClaims {
  const { view } = receipt('1');
  return receiptClaims(
    { ...view, ...more, order: { ...view.order, ...order } },
    [credit(700), credit(300)],
    URL,
    false,
  );
}

it('a receipt states the amount paid, when, the merchant, and the credits the order holds now', () => {
  assert.deepEqual(claimsOf({ created_at: 999_000, settled_at: 1_001_999 }), {
    iss: URL,
    jti: 'txn_1',
    iat: 1001,
    order_id: 'ord_1',
    merchant: 'Example Air',
    amount: 1374.05,
    currency: 'INR',
    carbon_credits: 1.146,
    project: null,
    grams: 1000,
    retirement_state: 'allocated',
    credits: [credit(700), credit(300)],
    emissions_model: null,
    refunded: false,
    sandbox: false,
  });
});

for (const [currency, amount] of [
  ['JPY', 137_405],
  ['HUF', 1374.05],
  ['KWD', 137.405],
] as const)
  it(`a receipt states its amount in units of the currency: ${amount} ${currency}`, () =>
    assert.equal(claimsOf({ currency }).amount, amount));

it('a receipt states the tax that its order froze', () => {
  const tax = { label: 'VAT', rate: 19, net_minor: 115_466, tax_minor: 21_939, gross_minor: 137_405 };
  assert.deepEqual(claimsOf({ tax: JSON.stringify(tax) }).tax, tax);
});

it('a receipt names neither payer nor booking, with which a stranger could change the booking', () => {
  const named = { user_name: 'Zoë', user_email: 'zoe@x.example', user_tax_id: '29A', reference: 'EX7K2P' };
  const claims = claimsOf({ ...named, email_key: 'zoe@x.example', metadata: '{"seat":"12A"}' });
  assert.deepEqual(claims, claimsOf());
});

it('the project of a receipt is that of the order, or of the first part if no part has it', () => {
  const part = (id: string, grams: number): ViewPart => {
    const facts = { country: null, vintage_from: null, vintage_to: null, descriptions: null, public_url: '' };
    const project = { ...facts, id, name: id, registry: 'R', project_id: id, category: '', type: '' };
    return {
      project: { ...project, position: 0, active: 1, product: 'carbon_credits' },
      grams,
      facts: undefined,
    };
  };
  const named = (...parts: ViewPart[]) => claimsOf({ project: 'wind' }, { parts }).project?.name;
  assert.equal(named(part('woods', 700), part('wind', 300)), 'wind');
  assert.equal(named(part('woods', 700), part('reef', 300)), 'woods');
});

it('a receipt states certificates of aviation fuel apart from carbon credits', () => {
  const { carbon_credits, aviation_fuel } = claimsOf({ product: 'aviation_fuel' });
  assert.deepEqual([carbon_credits, aviation_fuel], [0, 1.146]);
});

it('a receipt states refunds of the order, and no refund of a surplus', () => {
  const money = { currency: 'INR', amount_minor: 5000 };
  const refund = (ofOrder: number) => ({ money, ofOrder, byMerchant: false, doneAt: 2 });
  const stated = (refunds: OrderView['refunds']) => {
    const { refunded, refunded_amount } = claimsOf({}, { refunds });
    return [refunded, refunded_amount];
  };
  assert.deepEqual(stated([refund(0)]), [false, undefined]);
  assert.deepEqual(stated([refund(0), refund(1), refund(4000)]), [true, 40.01]);
});
