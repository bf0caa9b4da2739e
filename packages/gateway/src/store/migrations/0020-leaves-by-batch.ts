import type { Engine } from '../engine.ts';

/** SQLite cannot change the key of a table: its rows move to a new one. */
const COPIED = `
alter table retirement_leaves rename to retirement_leaves_by_project;
create table retirement_leaves (
  merchant_id text not null, order_id text not null, project text not null,
  batch text not null references retirement_batches(id), hash text not null, salt text not null,
  grams bigint not null check (grams > 0), primary key (merchant_id, order_id, batch)
);
insert into retirement_leaves (merchant_id, order_id, project, batch, hash, salt, grams)
  select merchant_id, order_id, project, batch, hash, salt, grams from retirement_leaves_by_project;
drop table retirement_leaves_by_project;
create index retirement_leaves_batch on retirement_leaves (batch, hash)`;

const ALTERED = `
alter table retirement_leaves drop constraint retirement_leaves_pkey;
alter table retirement_leaves add primary key (merchant_id, order_id, batch)`;

/**
 * An order may have credits of one project in two batches: credits returned to it when a refund bounced are retired
 * later than the rest.
 */
export function leavesByBatch(engine: Engine): string[] {
  return (engine === 'postgres' ? ALTERED : COPIED).split(';').map((statement) => statement.trim());
}
