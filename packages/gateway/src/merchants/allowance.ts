import { sql } from 'kysely';
import { Problem } from '../problem.ts';
import { allEnded } from '../store/all-ended.ts';
import { engineOf } from '../store/engine-of.ts';
import type { OrderRow } from '../store/schema.ts';
import { isOneOf, oneOf } from '../store/sql/is-one-of.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Reads, Tx } from '../store/transaction.ts';
import { takeLimit } from './limit.ts';

/**
 * Amounts that merchants may still collect themselves, as of the time of reading: other transactions may take from them
 * first.
 */
export interface Allowance {
  /** Whether a merchant may itself collect payments in a currency, regardless of limits. */
  permits(merchantId: string, currency: string): boolean;
  /** Deducts an order from its merchant's allowance. @returns why it exceeds the allowance: nothing is deducted then. */
  deductOrRefuse(order: OrderRow): Problem | undefined;
}

const keyOf = (merchantId: string, currency: string): string => `${merchantId}\0${currency}`;

/**
 * Reads the allowances of some merchants, in one statement. Each order that is not refused leaves less for the next.
 * Nothing is reserved before {@link takeAllowance}.
 */
export async function readAllowance(tx: Reads, merchantIds: readonly string[]): Promise<Allowance> {
  const engine = engineOf(tx);
  const build = () =>
    tx
      .selectFrom('settlement_limits')
      .innerJoin('merchants', 'merchants.id', 'settlement_limits.merchant_id')
      .select(['merchant_id', 'currency', 'limit_minor', 'open_minor'])
      .where(isOneOf(engine, 'settlement_limits.merchant_id', merchantIds))
      // Written as SQL, so that the merchants are the only parameters.
      .where(sql<boolean>`settlement = 'merchant'`)
      .compile();
  const rows = await prepared(tx, 'what merchants may collect', build, [oneOf(engine, merchantIds)]);
  const left = new Map(
    rows.map(({ merchant_id, currency, limit_minor, open_minor }) => [
      keyOf(merchant_id, currency),
      limit_minor - open_minor,
    ]),
  );

  return {
    permits: (merchantId, currency) => left.has(keyOf(merchantId, currency)),
    deductOrRefuse({ merchant_id, currency, amount_minor }) {
      const key = keyOf(merchant_id, currency);
      const available = left.get(key);
      if (available === undefined) {
        return new Problem(
          40302,
          `This merchant may not collect payments in ${currency} itself. Ask the operator to allow it.`,
        );
      }
      if (available < amount_minor) {
        return new Problem(
          40911,
          `This order exceeds what the merchant may owe in ${currency} on unpaid statements. Pay one, or ask the operator to raise the limit.`,
        );
      }
      left.set(key, available - amount_minor);
      return undefined;
    },
  };
}

/**
 * Counts orders towards the limits of their merchants. It locks those rows until the transaction ends, so call it right
 * before the totals and the credits, which every transaction changes last. All its statements are issued at once.
 * @throws LimitTakenError if a merchant may not collect the sum of these orders.
 */
export async function takeAllowance(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  const sums = new Map<string, number>();
  for (const { merchant_id, currency, amount_minor } of orders) {
    const key = keyOf(merchant_id, currency);
    sums.set(key, (sums.get(key) ?? 0) + amount_minor);
  }
  const inOrder = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await allEnded(
    ...inOrder.map(([key, sum]) => {
      const [merchantId = '', currency = ''] = key.split('\0');
      return takeLimit(tx, merchantId, currency, sum);
    }),
  );
}
