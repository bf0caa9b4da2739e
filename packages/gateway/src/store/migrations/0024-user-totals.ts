import type { Engine } from '../engine.ts';

/** Without this lock, a running gateway would lose its additions to a deleted row. */
const LOCK = 'lock table order_totals, order_users in access exclusive mode';

/** Users with an e-mail address also had totals for the address, with the same counts and the sum paid. */
const ADDRESSES = [
  'alter table order_users add column paid_inr_minor bigint not null default 0',
  `insert into order_users (merchant_id, tax_id, user_key, pending_orders, completed_orders, failed_orders, paid_inr_minor)
    select merchant_id, tax_id, 'e:' || substr(email, 2),
      sum(pending_orders), sum(completed_orders), sum(failed_orders), sum(paid_inr_minor)
    from order_totals where email <> '' group by merchant_id, tax_id, email
    on conflict (merchant_id, tax_id, user_key) do update set paid_inr_minor = excluded.paid_inr_minor`,
];

/**
 * The sums that users without an address paid are only in their orders. Orders of an erased person have no name either,
 * and count for no user.
 */
const OTHERS = ["''", "'=' || user_tax_id"].map(
  (tax) => `update order_users set paid_inr_minor = orders_of.paid
    from (
      select merchant_id, ${tax} as tax_id, coalesce('t:' || user_tax_id, 'n:' || user_name) as user_key,
        sum(inr_minor) as paid
      from orders where email_key is null and status = 'completed' group by 1, 2, 3
    ) as orders_of
    where order_users.merchant_id = orders_of.merchant_id and order_users.tax_id = orders_of.tax_id
      and order_users.user_key = orders_of.user_key`,
);

const COUNTS = ['pending_orders', 'completed_orders', 'failed_orders', 'paid_inr_minor'];
const COLUMNS = [
  ...['merchant_id', 'tax_id', 'shard', ...COUNTS],
  ...['users', 'pending_users', 'completed_users', 'failed_users'],
].join(', ');
const KEY = 'primary key (merchant_id, tax_id, shard)';

/**
 * The table, with a row per traveller, is emptied, which frees its space at once; the rows that stay are inserted
 * again. It is not recreated: its rows may be spread over the workers of a cluster.
 */
const POSTGRES = [
  `create temporary table kept_totals on commit drop as select ${COLUMNS} from order_totals where email = ''`,
  'truncate order_totals',
  ...['email', 'pending_grams', 'completed_grams', 'failed_grams'].map(
    (column) => `alter table order_totals drop column ${column}`,
  ),
  `alter table order_totals add constraint order_totals_pkey ${KEY}`,
  `insert into order_totals (${COLUMNS}) select ${COLUMNS} from kept_totals`,
];

/** A column of a primary key cannot be dropped: the table is recreated. */
const SQLITE = [
  'alter table order_totals rename to order_totals_by_email',
  `create table order_totals (
    merchant_id text not null, tax_id text not null, shard bigint not null,
    ${COUNTS.map((count) => `${count} bigint not null default 0`).join(', ')},
    users bigint not null default 0, pending_users bigint not null default 0,
    completed_users bigint not null default 0, failed_users bigint not null default 0, ${KEY}
  )`,
  `insert into order_totals (${COLUMNS}) select ${COLUMNS} from order_totals_by_email where email = ''`,
  'drop table order_totals_by_email',
];

/**
 * The totals of an e-mail address are counted with its user: an order and its end each write one row less. Sums of
 * grams go, since they are never read: limits and stock are counted in allotments. The index of pending orders for fuel
 * goes for the same reason.
 */
export function userTotals(engine: Engine): string[] {
  const users = [...ADDRESSES, ...OTHERS];
  const unread = 'drop index orders_pending_fuel';
  return engine === 'postgres' ? [LOCK, ...users, ...POSTGRES, unread] : [...users, ...SQLITE, unread];
}
