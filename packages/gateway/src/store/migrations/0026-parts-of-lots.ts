import type { Engine } from '../engine.ts';

/** SQLite cannot change the key of a table: its rows move to a new one. */
const COPIED = `
alter table allocations rename to allocations_by_lot;
create table allocations (
  merchant_id text not null, order_id text not null, lot text not null references credit_lots(id),
  grams bigint not null check (grams > 0), allocated_at bigint, batch text,
  serial_from bigint, serial_to bigint, part smallint not null default 0,
  primary key (merchant_id, order_id, lot, part), check (batch is null or allocated_at is not null)
);
insert into allocations (merchant_id, order_id, lot, grams, allocated_at, batch, serial_from, serial_to)
  select merchant_id, order_id, lot, grams, allocated_at, batch, serial_from, serial_to from allocations_by_lot;
drop table allocations_by_lot;
create index allocations_due on allocations (order_id) where batch is null`;

/** The key still has the name of the temporary table that replaced the original one. */
const ALTERED = `
alter table allocations add column part smallint not null default 0;
alter table allocations drop constraint if exists allocations_pkey;
alter table allocations drop constraint if exists allocations_pkey1;
alter table allocations add constraint allocations_pkey primary key (merchant_id, order_id, lot, part)`;

/**
 * An order may have credits of one lot in several parts: credits returned to it when a refund bounced are kept apart
 * from those that are already in a batch.
 */
export function partsOfLots(engine: Engine): string[] {
  return (engine === 'postgres' ? ALTERED : COPIED).split(';').map((statement) => statement.trim());
}
