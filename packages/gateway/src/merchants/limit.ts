import { sql } from 'kysely';
import { engineOf } from '../store/engine-of.ts';
import { DIVISION_BY_ZERO, hasCode } from '../store/error-code.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Tx } from '../store/transaction.ts';

/** A merchant may not owe the sum of some orders, or not collect it itself. The transaction cannot go on. */
export class LimitTakenError extends Error {
  override readonly name = 'LimitTakenError';
  readonly code = 'limit_taken';
}

/**
 * Counts an amount towards a merchant's debt, if the merchant collects payments itself and its limit in that currency
 * allows it. It locks that row until the transaction ends, so call it before the totals and the credits, which every
 * transaction changes last. PostgreSQL itself raises an error if the limit does not allow the amount, so that the
 * commit can be sent right behind.
 * @param amount minor units.
 * @throws LimitTakenError if the merchant may not owe that much.
 */
export async function takeLimit(tx: Tx, merchantId: string, currency: string, amount: number): Promise<void> {
  const parameters = [amount, merchantId, currency, amount];
  if (engineOf(tx) === 'sqlite') {
    const build = () => taking(tx, parameters).compile();
    const taken = await prepared(tx, 'take from limit', build, parameters);
    if (taken.length === 0) throw new LimitTakenError('the limit was taken');
    return;
  }
  const build = () =>
    tx
      .with('taken', () => taking(tx, parameters))
      .selectFrom('taken')
      // Divides by the number of limits that allow the amount: by 0 if there is none.
      .select(sql<number>`1 / count(*)`.as('taken'))
      .compile();
  try {
    await prepared(tx, 'take from limit', build, parameters);
  } catch (cause) {
    const isRefused = hasCode(cause, DIVISION_BY_ZERO);
    throw isRefused ? new LimitTakenError('the limit was taken', { cause }) : cause;
  }
}

function taking(tx: Tx, [amount, merchantId, currency]: readonly unknown[]) {
  return tx
    .updateTable('settlement_limits')
    .set({ open_minor: sql`open_minor + ${amount}` })
    .where('merchant_id', '=', sql<string>`${merchantId}`)
    .where('currency', '=', sql<string>`${currency}`)
    .where(sql<boolean>`open_minor + ${amount} <= limit_minor`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('merchants')
          .select('merchants.id')
          .whereRef('merchants.id', '=', 'settlement_limits.merchant_id')
          // Written as SQL, so that the parameters are only those given.
          .where(sql<boolean>`settlement = 'merchant'`),
      ),
    )
    .returning('currency');
}

/** Lowers a merchant's debt, for a refund or a paid statement. A negative amount raises it, regardless of the limit. */
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

/** Sets the maximum that a merchant may owe in a currency; its present debt stays. */
export async function setLimit(tx: Tx, merchantId: string, currency: string, limit: number): Promise<void> {
  await tx
    .insertInto('settlement_limits')
    .values({ merchant_id: merchantId, currency, limit_minor: limit })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'currency']).doUpdateSet({ limit_minor: limit }),
    )
    .execute();
}
