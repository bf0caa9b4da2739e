import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { onBothEngines } from '../testing/engines.ts';
import { openDatabase } from './engine.ts';
import { migrate, migrationState } from './migrate.ts';

onBothEngines('the form of a database', ({ database }) => {
  it('is compared without a change to it: what is due, and what a newer program made', async () => {
    const db = openDatabase(await database());
    const { due } = await migrationState(db);
    assert.deepEqual((await migrationState(db)).due, due);
    assert.deepEqual(await migrate(db), due);
    await sql`insert into schema_migrations (name) values ('9999-from-the-future')`.execute(db.kysely);
    assert.deepEqual(await migrationState(db), { due: [], unknown: ['9999-from-the-future'] });
    await db.close();
  });
});
