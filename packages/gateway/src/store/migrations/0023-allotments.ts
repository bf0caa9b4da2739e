import type { Engine } from '../engine.ts';

/**
 * Grams that merchants may draw from lots. The sums of a lot keep their columns and the constraint on them: at most the
 * total is allotted. Grams that its counters hold beyond the existing allocations belong to no merchant; `doctor`
 * reports them.
 */
const TABLES = `
create table allotments (
  merchant_id text not null references merchants(id), lot text not null references credit_lots(id),
  grams bigint not null, grams_reserved bigint not null, grams_allocated bigint not null,
  grams_reported bigint not null, grams_drawn_before bigint not null, grams_topped_up bigint not null,
  topped_up_at bigint, drawn_at bigint not null,
  primary key (merchant_id, lot),
  check (grams_reserved >= 0 and grams_allocated >= 0 and grams_reserved + grams_allocated <= grams)
);
alter table credit_lots rename column grams_reserved to grams_allotted;
alter table credit_lots rename column grams_allocated to grams_unaccounted;
alter table credit_lots add column grams_sold bigint not null default 0;
alter table credit_lots add column holders bigint not null default 0;
insert into allotments (merchant_id, lot, grams, grams_reserved, grams_allocated, grams_reported, grams_drawn_before,
    grams_topped_up, topped_up_at, drawn_at)
  select merchant_id, lot, sum(grams), sum(case when allocated_at is null then grams else 0 end),
    sum(case when allocated_at is null then 0 else grams end), sum(case when allocated_at is null then 0 else grams end),
    sum(grams), 0, null, 0
  from allocations group by merchant_id, lot;
update credit_lots set
  grams_sold = coalesce((select sum(grams_allocated) from allotments where lot = credit_lots.id), 0),
  grams_unaccounted = LARGER(
    0, grams_allotted + grams_unaccounted - coalesce((select sum(grams) from allotments where lot = credit_lots.id), 0)
  ),
  grams_allotted = coalesce((select sum(grams) from allotments where lot = credit_lots.id), 0)`;

/**
 * An order refers to its lot by its merchant's allotment, which is never deleted: a check against the lot would make
 * the orders of all merchants compete for its row again. Pages of allotments keep room for the versions that orders
 * write.
 */
const POSTGRES = [
  'alter table allocations drop constraint if exists allocations_lot_fkey',
  'alter table allocations drop constraint if exists allocations_lot_fkey1',
  'alter table allotments set (fillfactor = 20)',
];

/** Merchants draw from allotments of lots. */
export function allotments(engine: Engine): string[] {
  const tables = TABLES.replace('LARGER', engine === 'postgres' ? 'greatest' : 'max');
  const statements = tables.split(';').map((statement) => statement.trim());
  return engine === 'postgres' ? [...statements, ...POSTGRES] : statements;
}
