import type { Engine } from '../engine.ts';

/** Without this lock, a running gateway would lose its additions to a dropped table. */
const LOCK = 'lock table order_totals, order_users in access exclusive mode';

const STATES = ['pending', 'completed', 'failed'];

const columns = (name: string): string =>
  STATES.map((state) => `${state}_${name} bigint not null default 0`).join(', ');
const sums = (name: string): string =>
  STATES.map((state) => `sum(case when status = '${state}' then ${name} else 0 end)`).join(', ');
const sumOfAny = (name: string): string => `sum(case when status = '' then ${name} else 0 end)`;

/** Each state had a row of its own; the row for any state also held the price of completed orders. */
const TOTALS = [
  'alter table order_totals rename to order_totals_by_state',
  `create table order_totals (
    merchant_id text not null, email text not null, tax_id text not null, shard bigint not null,
    ${columns('orders')}, paid_inr_minor bigint not null default 0, users bigint not null default 0,
    ${columns('users')}, ${columns('grams')}, primary key (merchant_id, email, tax_id, shard)
  )`,
  `insert into order_totals select merchant_id, email, tax_id, shard,
    ${sums('orders')}, ${sumOfAny('paid_inr_minor')}, ${sumOfAny('users')}, ${sums('users')}, ${sums('grams')}
    from order_totals_by_state group by merchant_id, email, tax_id, shard`,
  'drop table order_totals_by_state',
];

const USERS = [
  'alter table order_users rename to order_users_by_state',
  `create table order_users (
    merchant_id text not null, tax_id text not null, user_key text not null, ${columns('orders')},
    primary key (merchant_id, tax_id, user_key)
  )`,
  `insert into order_users select merchant_id, tax_id, user_key, ${sums('orders')}
    from order_users_by_state group by merchant_id, tax_id, user_key`,
  'drop table order_users_by_state',
];

/** Totals and users count every state in one row: an order writes half as many rows, and its end adds none. */
export function totalsByRow(engine: Engine): string[] {
  return [...(engine === 'postgres' ? [LOCK] : []), ...TOTALS, ...USERS];
}
