import type { Engine } from '../engine.ts';

/** Without this lock, a running gateway would lose its additions to a deleted row. */
const LOCK = 'lock table order_totals, order_users in share row exclusive mode';

/** Writes the grams of each total into the first of its rows. */
const GRAMS = `
update order_totals as total set grams = coalesce((
  select sum(orders.grams) from orders
  where orders.merchant_id = total.merchant_id
    and (total.email = '' or orders.email_key = substr(total.email, 2))
    and (total.tax_id = '' or orders.user_tax_id = substr(total.tax_id, 2))
    and (total.status = '' or orders.status = total.status)
), 0)
where not exists (
  select 1 from order_totals as earlier
  where earlier.merchant_id = total.merchant_id and earlier.email = total.email
    and earlier.tax_id = total.tax_id and earlier.status = total.status and earlier.shard < total.shard
)`;

const TABLES = `
create table allocations (
  merchant_id text not null, order_id text not null, lot text not null references credit_lots(id),
  grams bigint not null check (grams > 0), serial_from bigint, serial_to bigint,
  primary key (merchant_id, order_id, lot),
  check ((serial_from is null) = (serial_to is null)), check (serial_to = serial_from + grams - 1)
);
insert into allocations (merchant_id, order_id, lot, grams, serial_from, serial_to)
  select merchant_id, id, lot, grams, serial_from, serial_to from orders
  where lot is not null and grams > 0 and status <> 'failed';
alter table orders drop column lot;
alter table orders drop column serial_from;
alter table orders drop column serial_to;
alter table order_totals add column grams bigint not null default 0;
${GRAMS}`;

/** Credits of an order come from any number of lots; totals store the grams of their orders. */
export function allocations(engine: Engine): string[] {
  const statements = TABLES.split(';').map((statement) => statement.trim());
  return engine === 'postgres' ? [LOCK, ...statements] : statements;
}
