/** Backup and restore of PostgreSQL, by its own client tools. They are part of an installed server, not of npm's. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { backUp, restore } from '../src/backup/back-up.ts';
import { BackupError } from '../src/backup/backup-error.ts';
import { startGateway } from '../src/gateway.ts';
import { callerOf } from '../src/testing/caller.ts';
import { GATEWAY_COMMAND } from '../src/testing/command-process.ts';
import { INSTALLED_POSTGRES, startInstalledPostgres } from '../src/testing/installed-postgres.ts';

const exec = promisify(execFile);
const skip = INSTALLED_POSTGRES === undefined && 'PostgreSQL is not installed here, and npm has no pg_dump';

it('a dump made while orders are created restores into an empty database, which doctor passes', {
  skip,
}, async () => {
  const files = await mkdtemp(join(tmpdir(), 'gateway-dump-'));
  const server = await startInstalledPostgres();
  const { url, environment } = server;
  try {
    for (const name of ['served', 'restored']) await server.createDatabase(name);
    const key = randomBytes(32).toString('base64');
    const gateway = await startGateway({
      databaseUrl: url('served'),
      environment: { GATEWAY_MASTER_KEY: key },
    });
    const order = async (): Promise<string> =>
      (await callerOf(gateway.url).post('/offset-gateway/orders', { emission_amount: 1 })).json.order_id;
    const acknowledged = await Promise.all(Array.from({ length: 10 }, order));
    const meanwhile = Array.from({ length: 10 }, order);
    const dump = join(files, 'gateway.dump');
    await backUp(url('served'), dump, environment);
    await Promise.all(meanwhile);
    await gateway.close();
    await assert.rejects(restore(dump, url('served'), environment), /not empty/);
    await restore(dump, url('restored'), environment);
    const env = {
      ...environment,
      DATABASE_URL: url('restored'),
      GATEWAY_MASTER_KEY: key,
    };
    for (const args of [['doctor'], ['orders', 'show', acknowledged[0] ?? '']])
      await exec(process.execPath, [...GATEWAY_COMMAND, ...args, '--sandbox'], { env });
    await assert.rejects(backUp(url('none'), join(files, 'x'), environment), (error) => {
      assert.ok(error instanceof BackupError);
      assert.match(error.message, /pg_dump failed: .*"none" does not exist/s);
      assert.doesNotMatch(error.message, /unmistakable/);
      return true;
    });
  } finally {
    await server.stop();
    await rm(files, { recursive: true, force: true });
  }
});
