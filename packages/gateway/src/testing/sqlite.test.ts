import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Database } from '../store/engine.ts';
import { migrate, migrationState } from '../store/migrate.ts';
import { openDatabase } from '../store/open-database.ts';
import { createMigratedFile } from './sqlite.ts';
import { addMerchant } from './store.ts';

let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-copies-'));
});
after(() => rm(folder, { recursive: true }));

const schemaOf = ({ kysely }: Database) =>
  kysely
    .withTables<{ sqlite_schema: { name: string; sql: string | null } }>()
    .selectFrom('sqlite_schema')
    .select(['name', 'sql'])
    .orderBy('name')
    .execute();

test('a copy has the schema that the migrations make, and rows of its own', async (t) => {
  const [one, two, migrated] = [
    openDatabase(await createMigratedFile(join(folder, 'one.sqlite'))),
    openDatabase(await createMigratedFile(join(folder, 'two.sqlite'))),
    openDatabase(`sqlite:${join(folder, 'migrated.sqlite')}`),
  ];
  t.after(() => Promise.all([one, two, migrated].map((db) => db.close())));
  await migrate(migrated);
  assert.deepEqual((await migrationState(one)).due, []);
  assert.deepEqual(await schemaOf(one), await schemaOf(migrated));

  await addMerchant(one, 'merchant-of-one');
  assert.deepEqual(await two.kysely.selectFrom('merchants').select('id').execute(), []);
});

test('a copy is not written over a file that exists', async () => {
  const path = join(folder, 'here.sqlite');
  await createMigratedFile(path);
  await assert.rejects(createMigratedFile(path), { code: 'EEXIST' });
});
