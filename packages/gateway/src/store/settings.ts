import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Reads the value of a setting; undefined if there is none. */
export async function readSetting(
  db: Pick<Kysely<Schema>, 'selectFrom'>,
  name: string,
): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Writes the value of a setting, replacing an earlier one. */
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
