import assert from 'node:assert/strict';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { migrate, migrationState } from '../../store/migrate.ts';
import { runCommand } from '../../testing/command-line.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { openWithLongTimeouts } from '../../testing/open-with-long-timeouts.ts';

it('a database created by root belongs to the owner of its folder', {
  skip: process.getuid?.() !== 0 && 'needs root',
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-migrate-'));
  t.after(() => rm(folder, { recursive: true }));
  await chown(folder, 64_758, 64_759);
  const file = join(folder, 'gateway.sqlite');
  const { code, err } = await runCommand({ DATABASE_URL: `sqlite:${file}` }, 'migrate', '--sandbox');
  assert.equal(code, 0, err);
  const { uid, gid, mode } = await stat(file);
  assert.deepEqual([uid, gid, mode & 0o777], [64_758, 64_759, 0o600]);
});

onBothEngines('the migrate command', ({ distributed, emptyDatabase }) => {
  it('changes nothing if it cannot record it in the audit log', { skip: distributed }, async () => {
    const url = await emptyDatabase();
    const db = openWithLongTimeouts(url);
    await migrate(db, { until: '0024-user-totals' });
    const { due } = await migrationState(db);
    await db.kysely.schema.alterTable('audit_names').renameTo('away').execute();
    const run = () =>
      runCommand({ DATABASE_URL: url, GATEWAY_MASTER_KEY: Buffer.alloc(32).toString('base64') }, 'migrate');
    assert.equal((await run()).code, 1);
    assert.deepEqual((await migrationState(db)).due, due);
    await db.kysely.schema.alterTable('away').renameTo('audit_names').execute();
    const { code, err } = await run();
    assert.equal(code, 0, err);
    const { after } = await db.kysely.selectFrom('audit_log').select('after').executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(after ?? ''), { migrations: due });
    await db.close();
  });
});
