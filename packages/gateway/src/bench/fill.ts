import type { Database } from '../store/engine.ts';
import { newId, newToken } from '../store/ids.ts';
import type { OrderRow } from '../store/schema.ts';
import { ANY, cellKey } from '../store/totals.ts';

const BATCH = 500;

/** Fills a store with orders of a merchant, and the totals which belong to them: each user has one order. */
export async function fill({ kysely }: Database, merchant_id: string, count: number): Promise<void> {
  const cell = { merchant_id, shard: 0, paid_paise: 0 };
  for (let start = 0; start < count; start += BATCH) {
    const orders = Array.from({ length: Math.min(BATCH, count - start) }, (_, i) =>
      row(merchant_id, start + i),
    );
    await kysely.transaction().execute(async (tx) => {
      await tx.insertInto('orders').values(orders).execute();
      const cells = orders.flatMap(({ email_key }) =>
        [ANY, 'pending'].map((status) => ({
          ...cell,
          email: cellKey(email_key),
          tax_id: ANY,
          status,
          orders: 1,
          users: 0,
        })),
      );
      await tx.insertInto('order_totals').values(cells).execute();
    });
  }
  const whole = [ANY, 'pending'].map((status) => ({
    ...cell,
    email: ANY,
    tax_id: ANY,
    status,
    orders: count,
    users: count,
  }));
  await kysely.insertInto('order_totals').values(whole).execute();
}

function row(merchant_id: string, index: number): OrderRow {
  const email = `user-${index}@x.example`;
  return {
    id: newId('ord', 1_750_000_000_000 + index),
    merchant_id,
    emission_amount: 1,
    emission_unit: 'kgCO2',
    grams: 1000,
    paise_per_tonne: 119_900,
    amount_paise: 120,
    user_name: 'Some One',
    user_email: email,
    user_tax_id: null,
    email_key: email,
    callback_url: null,
    payment_token: newToken(),
    status: 'pending',
    payment_status: 'pending',
    project: null,
    lot: null,
    serial_from: null,
    serial_to: null,
    emissions_model: null,
    created_at: 1_750_000_000_000 + index,
    expires_at: 9e15,
    settled_at: null,
  };
}
