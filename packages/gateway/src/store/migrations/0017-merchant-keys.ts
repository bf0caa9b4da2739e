import type { Engine } from '../engine.ts';

const OWNERS = [
  `update payments set merchant_id = (select merchant_id from orders where orders.id = payments.order_id)`,
  `update delivery_attempts set merchant_id = coalesce(
    (select merchant_id from deliveries where deliveries.id = delivery_attempts.delivery_id), '')`,
];

/**
 * Every merchant's table gets a `merchant_id`, so that a distributed engine can spread it and a statement finds its
 * rows.
 */
export function merchantKeys(engine: Engine): string[] {
  const tables = ['payments', 'delivery_attempts'];
  const add = tables.map((table) => `alter table ${table} add column merchant_id text not null default ''`);
  // Every insert has to name it. SQLite cannot drop a default: there the program's types ensure it.
  const drop = tables.map((table) => `alter table ${table} alter column merchant_id drop default`);
  return engine === 'postgres' ? [...add, ...OWNERS, ...drop] : [...add, ...OWNERS];
}
