import { sql } from 'kysely';
import type { Database } from '../store/engine.ts';
import { MERCHANT } from './store.ts';

/** Orders added per statement, whose time limit is ten seconds. */
const PART = 2000;

/**
 * Adds paid orders of 100 g to 1 kg from one lot, but only what a retirement reads of them: their allocations.
 * @returns the identifier of an order in their middle.
 */
export async function addPaid({ kysely, engine }: Database, orders: number): Promise<string> {
  const number = engine === 'sqlite' ? sql`printf('%026d', n)` : sql`lpad(n::text, 26, '0')`;
  for (let first = 1; first <= orders; first += PART) {
    const [from, to] = [sql.lit(first), sql.lit(Math.min(orders, first + PART - 1))];
    await sql`with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${to})
      insert into allocations (merchant_id, order_id, lot, grams, allocated_at)
      select ${sql.lit(MERCHANT)}, 'ord_' || ${number}, 'wind-2024', 100 + n % 900, 1 from numbers`.execute(
      kysely,
    );
  }
  return `ord_${String(Math.ceil(orders / 2)).padStart(26, '0')}`;
}
