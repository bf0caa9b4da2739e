/**
 * Credits of a paid order are allocated; a registry retires them later, in whole tonnes. The grams that a lot counted
 * as retired were only allocated: the counter keeps its value under the correct name. The positions within a lot that
 * earlier receipts printed are kept with their rows; no new ones are assigned, since they are not a registry's serial
 * numbers.
 *
 * No serial number is in two retirements: each range of a block names the last number of the previous range, and only
 * one range may follow each. The parts of a retirement that cover batches are chained in the same way.
 */
const RETIREMENTS = `
alter table credit_lots rename column grams_retired to grams_allocated;
alter table allocations rename to allocations_before;
create table allocations (
  merchant_id text not null, order_id text not null, lot text not null references credit_lots(id),
  grams bigint not null check (grams > 0), allocated_at bigint, batch text,
  serial_from bigint, serial_to bigint,
  primary key (merchant_id, order_id, lot), check (batch is null or allocated_at is not null)
);
insert into allocations (merchant_id, order_id, lot, grams, allocated_at, serial_from, serial_to)
  select old.merchant_id, old.order_id, old.lot, old.grams,
    case when old.serial_from is null then null else coalesce(orders.settled_at, orders.created_at) end,
    old.serial_from, old.serial_to
  from allocations_before as old join orders on orders.id = old.order_id;
drop table allocations_before;
create index allocations_due on allocations (order_id) where batch is null and allocated_at is not null;
create table retirements (
  id text primary key, project text not null references projects(id), registry text not null,
  tonnes bigint not null check (tonnes > 0), grams_total bigint not null, retired_on text not null,
  url text not null, certificate_sha256 text, certificate text, created_at bigint not null,
  unique (id, grams_total), check (grams_total = tonnes * 1000000)
);
create index retirements_project on retirements (project, id);
create table retirement_serials (
  registry text not null, block text not null, first bigint not null, last bigint not null, previous bigint,
  retirement text not null references retirements(id), shown text not null, digits bigint,
  primary key (registry, block, last), unique (registry, block, previous),
  foreign key (registry, block, previous) references retirement_serials (registry, block, last)
    deferrable initially deferred,
  check (first <= last), check (previous is null or previous < first)
);
create unique index retirement_serials_begin on retirement_serials (registry, block) where previous is null;
create index retirement_serials_retirement on retirement_serials (retirement);
create table retirement_batches (
  id text primary key, project text not null references projects(id),
  state text not null check (state in ('open', 'collected', 'published')),
  cutoff bigint not null, capacity bigint not null, orders bigint not null default 0,
  grams bigint not null default 0, root text, document text, published_at bigint, created_at bigint not null,
  check (grams <= capacity), check ((state = 'published') = (document is not null))
);
create unique index retirement_batches_unpublished on retirement_batches (project) where state <> 'published';
create index retirement_batches_project on retirement_batches (project, id);
create table retirement_parts (
  retirement text not null, batch text not null references retirement_batches(id),
  grams_from bigint not null, grams_to bigint not null, previous bigint, grams_total bigint not null,
  primary key (retirement, grams_to), unique (retirement, previous),
  foreign key (retirement, grams_total) references retirements (id, grams_total),
  foreign key (retirement, previous) references retirement_parts (retirement, grams_to),
  check (grams_from = coalesce(previous, 0)), check (grams_from < grams_to), check (grams_to <= grams_total)
);
create unique index retirement_parts_begin on retirement_parts (retirement) where previous is null;
create index retirement_parts_batch on retirement_parts (batch);
create table retirement_leaves (
  merchant_id text not null, order_id text not null, project text not null,
  batch text not null references retirement_batches(id), hash text not null, salt text not null,
  grams bigint not null check (grams > 0), primary key (merchant_id, order_id, project)
);
create index retirement_leaves_batch on retirement_leaves (batch, hash);
create table retirement_chunks (
  batch text not null references retirement_batches(id), first_hash text not null, hash text not null,
  grams bigint not null, primary key (batch, first_hash)
)`;

/** Allocated credits are not yet retired: adds retirement batches, and the proof that an order is part of one. */
export function retirements(): string[] {
  return RETIREMENTS.split(';').map((statement) => statement.trim());
}
