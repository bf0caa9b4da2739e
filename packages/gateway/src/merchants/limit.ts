import { sql } from 'kysely';
import { prepared } from '../store/prepared.ts';
import type { Tx } from '../store/transaction.ts';

/**
 * Counts an amount towards what a merchant owes, where it collects payments itself and its limit in that currency allows
 * it. It locks that row until the transaction ends, and comes before the totals and the credits that everybody moves last.
 * @param amount minor units.
 * @returns whether it may owe that much.
 */
export async function takeLimit(
  tx: Tx,
  merchantId: string,
  currency: string,
  amount: number,
): Promise<boolean> {
  const build = () =>
    tx
      .updateTable('settlement_limits')
      .set({ open_minor: sql`open_minor + ${amount}` })
      .where('merchant_id', '=', merchantId)
      .where('currency', '=', currency)
      .where(sql<boolean>`open_minor + ${amount} <= limit_minor`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('merchants')
            .select('merchants.id')
            .whereRef('merchants.id', '=', 'settlement_limits.merchant_id')
            // Written out, so that the parameters are those given.
            .where(sql<boolean>`settlement = 'merchant'`),
        ),
      )
      .returning('currency')
      .compile();
  const taken = await prepared(tx, 'take from limit', build, [amount, merchantId, currency, amount]);
  return taken.length === 1;
}

/** Lowers what a merchant owes: a refund, or a statement that was paid. */
export async function releaseLimit(
  tx: Tx,
  merchantId: string,
  currency: string,
  amount: number,
): Promise<void> {
  await tx
    .updateTable('settlement_limits')
    .set({ open_minor: sql`open_minor - ${amount}` })
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .execute();
}

/** Sets the most that a merchant may owe in a currency; what it owes already stays. */
export async function setLimit(tx: Tx, merchantId: string, currency: string, limit: number): Promise<void> {
  await tx
    .insertInto('settlement_limits')
    .values({ merchant_id: merchantId, currency, limit_minor: limit })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'currency']).doUpdateSet({ limit_minor: limit }),
    )
    .execute();
}
