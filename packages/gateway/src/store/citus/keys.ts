import { sql } from 'kysely';
import type { Tx } from '../transaction.ts';

interface Constraint {
  readonly name: string;
  readonly table: string;
  /** As PostgreSQL prints it: `PRIMARY KEY (id)`. */
  readonly definition: string;
  readonly kind: 'f' | 'p' | 'u';
  readonly columns: readonly string[];
  /** The table that a foreign key leads to. */
  readonly target: string | null;
}

interface Index {
  readonly name: string;
  readonly definition: string;
}

/**
 * Prepares merchants' tables to be spread: a shard can enforce uniqueness only within a merchant, so `merchant_id`
 * comes first in every key. Identifiers stay unique because they are random. Triggers are dropped: the statements
 * enforce the same rules.
 * @param spread the tables to be spread.
 * @param local tables that stay on the coordinator: no shard can refer to them.
 * @returns a function that adds the foreign keys among the spread tables again, once the tables are spread.
 */
export async function prepareKeys(
  tx: Tx,
  spread: readonly string[],
  local: readonly string[],
): Promise<() => Promise<void>> {
  const run = async (texts: readonly string[]): Promise<void> => {
    for (const text of texts) await sql.raw(text).execute(tx);
  };
  const constraints = await constraintsOf(tx, spread);
  const drops = ({ table, name }: Constraint): string => `alter table ${table} drop constraint ${name}`;
  const foreign = constraints.filter(({ kind }) => kind === 'f');
  const among = foreign.filter(({ target }) => spread.includes(target ?? ''));
  const toLocal = foreign.filter(({ target }) => local.includes(target ?? ''));
  const keys = constraints.filter(({ kind, columns }) => kind !== 'f' && !columns.includes('merchant_id'));
  const indexes = await uniqueIndexesOf(tx, spread);
  await run([...among, ...toLocal].map(drops));
  await run(keys.map(drops));
  await run(
    keys.map(({ table, name, definition }) => {
      return `alter table ${table} add constraint ${name} ${definition.replace('(', '(merchant_id, ')}`;
    }),
  );
  for (const { name, definition } of indexes)
    await run([`drop index ${name}`, definition.replace('(', '(merchant_id, ')]);
  await run(await triggersOf(tx, spread));
  return () =>
    run(
      among.map(({ table, name, columns, definition }) => {
        const key = columns.includes('merchant_id')
          ? definition
          : definition.replaceAll('(', '(merchant_id, ');
        return `alter table ${table} add constraint ${name} ${key}`;
      }),
    );
}

async function constraintsOf(tx: Tx, tables: readonly string[]): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    select c.conname as name, t.relname as table, c.contype as kind, target.relname as target,
      pg_get_constraintdef(c.oid) as definition,
      array(select attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(c.conkey)) as columns
    from pg_constraint c join pg_class t on t.oid = c.conrelid left join pg_class target on target.oid = c.confrelid
    where c.contype in ('f', 'p', 'u') and t.relname = any(${tables}) order by t.relname, c.conname`.execute(
    tx,
  );
  return rows;
}

/** Unique indexes that are not constraints and lack the merchant. */
async function uniqueIndexesOf(tx: Tx, tables: readonly string[]): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select i.relname as name, pg_get_indexdef(i.oid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where x.indisunique and t.relname = any(${tables})
      and not exists (select 1 from pg_constraint c where c.conindid = i.oid)
      and not exists (
        select 1 from pg_attribute a
        where a.attrelid = t.oid and a.attname = 'merchant_id' and a.attnum = any(x.indkey::int2[])
      )
    order by i.relname`.execute(tx);
  return rows;
}

async function triggersOf(tx: Tx, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; table: string }>`
    select g.tgname as name, t.relname as table from pg_trigger g join pg_class t on t.oid = g.tgrelid
    where not g.tgisinternal and t.relname = any(${tables})`.execute(tx);
  return rows.flatMap(({ name, table }) => [`drop trigger ${name} on ${table}`, `drop function ${name}()`]);
}
