import assert from 'node:assert/strict';
import { type SerialRange, verifyReceipt } from '@flight-offset/core/retirement';
import { untilAllotted } from '../allotments/until-allotted.ts';
import { publicHalf, readOrCreateReceiptKeys } from '../credentials/receipt-keys.ts';
import { createOrder } from '../orders/create.ts';
import { lockOrder } from '../orders/end/lock-orders.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { signReceipt } from '../receipts/sign.ts';
import { endRefund, recordRefund } from '../refunds/record.ts';
import { creditsOf, retirementStateOf } from '../retirements/credits-of.ts';
import type { NewRetirement } from '../retirements/new-retirement.ts';
import type { Publisher } from '../retirements/publish.ts';
import { receiptCredits } from '../retirements/receipt-credits.ts';
import { inTransaction } from '../store/transaction.ts';
import { MERCHANT, settleOrder, type TestStore } from './store.ts';

/** Creates the publisher of a store's batches. */
export const publisherOf = ({ db, sealer, context }: TestStore): Publisher => ({
  db,
  sealer,
  publicUrl: context.publicUrl,
  now: context.now,
  sandbox: false,
});

/** Creates a retirement of the store's project. @param first its first serial number. */
export function retirement(tonnes: number, first = 1, change: Partial<NewRetirement> = {}): NewRetirement {
  const serials: SerialRange[] = [{ block: 'T-1-2024-*', first, last: first + tonnes - 1 }];
  const url = 'https://registry.example/retirements/1';
  return { project: 'wind', tonnes, serials, retiredOn: '2026-12-14', url, ...change };
}

/** Creates an order a second after the last one, and ends it if an outcome is given. @returns its identifier. */
export async function order(
  store: TestStore,
  kg: number,
  outcome?: 'completed' | 'failed',
  merchant = MERCHANT,
): Promise<string> {
  // Identifiers of one millisecond have no order.
  store.setNow(store.context.now() + 1000);
  const { body } = await createOrder(store.context, merchant, {
    emission_amount: kg,
    emission_unit: 'kgCO2',
  });
  const { order_id } = JSON.parse(body) as { order_id: string };
  if (outcome) await settleOrder(store, order_id, outcome);
  return order_id;
}

/** Verifies the receipt of an order as a stranger would. @returns the state that it proves. */
export async function stateOnReceipt(store: TestStore, id: string, merchant_id = MERCHANT): Promise<string> {
  const reader = store.db.kysely;
  const credits = (await creditsOf({ reader }, merchant_id, [{ id }])).get(id) ?? [];
  const lines = await receiptCredits(store.db, { id, merchant_id }, credits);
  const keys = await readOrCreateReceiptKeys(store.db, store.sealer);
  const claims = {
    iss: store.context.publicUrl,
    order_id: id,
    grams: lines.reduce((sum, { grams }) => sum + grams, 0),
    retirement_state: retirementStateOf(credits),
    credits: lines,
  };
  const receipt = await signReceipt(
    claims as unknown as Parameters<typeof signReceipt>[0],
    keys.at(-1) ?? {},
  );
  const batches = await reader.selectFrom('retirement_batches').select('document').execute();
  const published = batches.flatMap(({ document }) => document ?? []);
  const jwks = { keys: keys.map(publicHalf).map((key) => ({ ...key, kty: 'OKP' })) };
  return (await verifyReceipt({ receipt, batches: published, keys: jwks })).state;
}

/** Refunds a part of an order, whose credits return to stock. */
export async function refund(store: TestStore, id: string, grams: number): Promise<void> {
  await inTransaction(store.db, async (tx) => {
    const bought = await lockOrder(tx, store.context, { id, merchant_id: MERCHANT });
    assert.ok(bought);
    const amounts = { currency: bought.currency, amount_minor: 1, order_minor: 1, grams };
    await recordRefund(tx, store.context, bought, { cause: 'requested', payment: undefined, ...amounts });
  });
}

/** Makes the only refund of an order bounce: the order gets its credits back. */
export async function bounce(store: TestStore, id: string): Promise<void> {
  await untilAllotted(store.context, () =>
    inTransaction(store.db, async (tx) => {
      const [made] = await refundsOfOrder(tx, { id, merchant_id: MERCHANT });
      assert.ok(made);
      await endRefund(tx, store.context, made, { state: 'failed' });
    }),
  );
}

/** Adds a second lot of the project. */
export async function addLot({ db }: TestStore, grams: number): Promise<void> {
  await db.kysely
    .insertInto('credit_lots')
    .values({
      id: 'wind-2025',
      project: 'wind',
      serial_prefix: 'T-1-2025',
      grams_total: grams,
      grams_allotted: 0,
    })
    .execute();
}
