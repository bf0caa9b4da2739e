import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** The value that the database keeps under a name; undefined if there is none. */
export async function readSetting(
  db: Pick<Kysely<Schema>, 'selectFrom'>,
  name: string,
): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Keeps a value under a name, in place of an earlier one. */
export async function writeSetting(
  db: Pick<Kysely<Schema>, 'insertInto'>,
  name: string,
  value: string,
): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
