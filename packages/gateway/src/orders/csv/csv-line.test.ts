import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { OrderCredits } from '../../retirements/credits-of.ts';
import type { OrderRow } from '../../store/schema.ts';
import { receipt } from '../../testing/receipt.ts';
import { CSV_COLUMNS, csvLine } from './csv.ts';

const RETIRED = { tonnes: 1, grams: 1e6, retiredOn: '2026-03-31' };
const RETIREMENT = { ...RETIRED, id: 'r', url: '', serials: ['T-1..T-2', 'T-5'] };

const credits = (project: string, grams: number, batch: string | null = null): OrderCredits => ({
  project,
  grams,
  batch,
  retirements: batch === null ? [] : [RETIREMENT],
});

/** The cells of an order's line that are not empty, by column. No cell of these tests holds a comma. */
function cellsOf(
  order: Partial<OrderRow>,
  held: readonly OrderCredits[] = [],
  transactionId?: string,
): Record<string, string> {
  const { view } = receipt('1');
  const line = csvLine({ ...view.order, ...order }, held, transactionId);
  assert.ok(line.endsWith('\r\n'));
  const cells = line.trimEnd().split(',');
  assert.equal(cells.length, CSV_COLUMNS.length);
  const named = CSV_COLUMNS.map((column, at) => [column, cells[at] ?? ''] as const);
  return Object.fromEntries(named.filter(([, cell]) => cell !== ''));
}

const created_at = Date.UTC(2026, 1, 28, 23, 59, 59, 999);
const settled_at = created_at + 1;

it('a paid order has its times, its money in its currency and in rupees, and its projects and batches', () => {
  const money = { currency: 'KWD', amount_minor: 4750, inr_minor: 137_275 };
  const refunds = { refunded_minor: 1000, refund_pending_minor: 5 };
  const held = [
    credits('reef', 500_000, 'ret_1'),
    credits('wind', 46_000),
    credits('wind', 600_000, 'ret_2'),
  ];
  assert.deepEqual(cellsOf({ ...money, ...refunds, created_at, settled_at }, held, 'txn_1'), {
    order_id: 'ord_1',
    created_at: '2026-02-28T23:59:59.999Z',
    status: 'completed',
    payment_status: 'completed',
    emission_amount: '1146',
    emission_unit: 'kgCO2',
    tonnes: '1.146',
    amount_inr: '1372.75',
    currency: 'KWD',
    amount: '4.750',
    settlement: 'payer',
    user_name: 'Zoë Meier',
    project: 'wind',
    retirement_state: 'partly_retired',
    retirement_batches: 'ret_1 ret_2',
    serials: 'T-1..T-2 T-5 T-1..T-2 T-5',
    settled_at: '2026-03-01T00:00:00.000Z',
    refunded_inr: '289.00',
    refund_pending_inr: '1.45',
    product: 'carbon_credits',
    projects: 'reef:500000 wind:646000',
    transaction_id: 'txn_1',
    refunded: '1.000',
    refund_pending: '0.005',
  });
});

it('an unpaid order has no time of settlement, no credits and no transaction', () => {
  const { settled_at, retirement_state, projects, transaction_id, ...rest } = cellsOf({ settled_at: null });
  assert.deepEqual([settled_at, retirement_state, projects, transaction_id], Array(4).fill(undefined));
  assert.deepEqual([rest.refunded, rest.refund_pending, rest.refunded_inr], ['0.00', '0.00', '0.00']);
});

it('an order that cost nothing has 0.00 in every column of money', () => {
  const { amount, amount_inr, refunded_inr } = cellsOf({ amount_minor: 0, inr_minor: 0 });
  assert.deepEqual([amount, amount_inr, refunded_inr], ['0.00', '0.00', '0.00']);
});

it('certificates of aviation fuel are in a column separate from credits', () => {
  const { tonnes, aviation_fuel_tonnes } = cellsOf({ product: 'aviation_fuel' });
  assert.deepEqual([tonnes, aviation_fuel_tonnes], [undefined, '1.146']);
});

it('an order with tax has its net, tax, tax label and tax rate', () => {
  const split = { label: 'GST', rate: 7.7, net_minor: 4410, tax_minor: 340, gross_minor: 4750 };
  const { net, tax, tax_label, tax_rate } = cellsOf({
    currency: 'KWD',
    amount_minor: 4750,
    tax: JSON.stringify({ ...split, seller_id: '27AAAAA0000A1Z5' }),
  });
  assert.deepEqual([net, tax, tax_label, tax_rate], ['4.410', '0.340', 'GST', '7.7']);
});

it('metadata stays valid JSON even if a name looks like a formula', () => {
  const pairs = { costCentre: '0047', '@type': 'Flight', note: 'window, -5 degrees;=1' };
  const { view } = receipt('1');
  const line = csvLine({ ...view.order, metadata: JSON.stringify(pairs) }, [], undefined);
  const [cells = []] = parse(line) as string[][];
  assert.deepEqual(JSON.parse(cells[CSV_COLUMNS.indexOf('metadata')] ?? ''), pairs);
});
