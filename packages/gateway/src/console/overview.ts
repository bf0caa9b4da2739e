import type { DayTotals, Overview } from '@flight-offset/console';
import type { Money, Product } from '@flight-offset/core';
import { LRUCache } from 'lru-cache';
import type { OrderContext } from '../orders/context.ts';
import { PATIENCE_MS } from '../payments/close-payments-of-expired.ts';
import type { Database } from '../store/engine.ts';
import { DAY_MS } from '../time-span.ts';

/** Days of an overview, today included. */
const DAYS = 30;
/** Maximum age of the figures of a day that can still change, milliseconds. */
const FRESH_MS = 60_000;
/** Maximum number of days kept in memory; the least recently used are dropped first. */
const MAX_KEPT = 5000;

interface Day extends DayTotals {
  readonly money: readonly Money[];
  readonly readAt: number;
}

async function readDay({ reader }: Database, merchantId: string, from: number, at: number): Promise<Day> {
  const rows = await reader
    .selectFrom('orders')
    .select(({ fn }) => [
      'currency',
      'status',
      'product',
      fn.countAll<number>().as('orders'),
      fn.sum<number>('grams').as('grams'),
      fn.sum<number>('amount_minor').as('amount_minor'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('created_at', '>=', from)
    .where('created_at', '<', from + DAY_MS)
    .groupBy(['currency', 'status', 'product'])
    .orderBy('currency')
    .execute();
  const paid = rows.filter(({ status }) => status === 'completed');
  const gramsOf = (bought: Product): number =>
    paid.filter(({ product }) => product === bought).reduce((sum, { grams }) => sum + grams, 0);
  const total = (all: readonly { orders: number }[]): number =>
    all.reduce((sum, { orders }) => sum + orders, 0);
  return {
    day: new Date(from).toISOString().slice(0, 10),
    orders: total(rows),
    paid: total(paid),
    grams: { carbon_credits: gramsOf('carbon_credits'), aviation_fuel: gramsOf('aviation_fuel') },
    money: paid.map(({ currency, amount_minor }) => ({ currency, amount_minor })),
    readAt: at,
  };
}

/** Adds up money by currency, the largest first. */
function sumMoney(days: readonly Day[]): Money[] {
  const sums = new Map<string, number>();
  for (const { currency, amount_minor } of days.flatMap(({ money }) => money))
    sums.set(currency, (sums.get(currency) ?? 0) + amount_minor);
  return [...sums]
    .map(([currency, amount_minor]) => ({ currency, amount_minor }))
    .sort((a, b) => b.amount_minor - a.amount_minor);
}

/**
 * Creates the reader of the last days' figures. Each day is read separately, so that a merchant with millions of orders
 * never blocks the process for long. A day stays in memory once all of its orders have ended.
 */
export function createOverview({
  db,
  now,
  orderTtlMs,
}: Pick<OrderContext, 'db' | 'now' | 'orderTtlMs'>): (merchantId: string) => Promise<Overview> {
  const kept = new LRUCache<string, Day>({ max: MAX_KEPT });
  return async (merchantId) => {
    const at = now();
    const today = Math.floor(at / DAY_MS) * DAY_MS;
    const days: Day[] = [];
    for (let from = today - (DAYS - 1) * DAY_MS; from <= today; from += DAY_MS) {
      const key = `${merchantId} ${from}`;
      const known = kept.get(key);
      // The payer may have got more time, up to a day, and an expired order may wait for a payment in progress; the
      // extra day is for delays.
      const settledAt = from + DAY_MS + Math.max(orderTtlMs, DAY_MS) + PATIENCE_MS + DAY_MS;
      if (known && (known.readAt >= settledAt || at - known.readAt < FRESH_MS)) days.push(known);
      else {
        const day = await readDay(db, merchantId, from, at);
        kept.set(key, day);
        days.push(day);
      }
    }
    return {
      days: days.map(({ day, orders, paid, grams }) => ({ day, orders, paid, grams })),
      money: sumMoney(days),
    };
  };
}
