/** A full disk is 503; acknowledged orders stay, and orders go on once there is room again. */
import assert from 'node:assert/strict';
import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { startGateway } from '../../src/index.ts';
import { callerOf } from '../../src/testing/caller.ts';
import { startPostgres } from '../../src/testing/postgres.ts';
import { mountSmallDisk, type SmallDisk } from '../../src/testing/small-disk.ts';
import { until } from '../../src/testing/until.ts';
import { underLoad } from './under-load.ts';

/** Buyers repeat failures at once, so no rate limit may apply. */
const MANY = { GATEWAY_RATE_LIMIT: '1000000' };

/** Gives a test a small disk; skips it if this account may not mount one. */
const onSmallDisk =
  (megabytes: number, test: (disk: SmallDisk) => Promise<void>) =>
  async (context: TestContext): Promise<void> => {
    const disk = await mountSmallDisk(megabytes);
    if (!disk) return context.skip('this account may not mount a small disk');
    try {
      await test(disk);
    } finally {
      await disk.remove();
    }
  };

/** Creates a database with its tables on a disk; the server itself, and its log, are elsewhere. */
async function createDatabaseOn(disk: SmallDisk, serverUrl: string, databaseDir: string): Promise<string> {
  const { uid, gid } = await stat(databaseDir);
  await chown(disk.path, uid, gid);
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    await client.query(`create tablespace small location '${disk.path}'`);
    await client.query('create database on_small tablespace small');
  } finally {
    await client.end();
  }
  return Object.assign(new URL(serverUrl), { pathname: 'on_small' }).href;
}

describe('a full disk', { timeout: 900_000 }, () => {
  it(
    'of SQLite refuses orders with 503 until it has room, and loses no acknowledged order',
    onSmallDisk(2, async (disk) => {
      const gateway = await startGateway({ databaseUrl: `sqlite:${join(disk.path, 'gateway.sqlite')}` });
      try {
        const caller = callerOf(gateway.url);
        const body = { emission_amount: 1, user: { name: 'n'.repeat(190) } };
        const acknowledged = new Set<string>();
        const refused: number[] = [];
        // Simultaneous requests share a commit: one that fails for lack of room must not revoke the acknowledgement of
        // another.
        while (refused.length < 50) {
          const calls = Array.from({ length: 20 }, () => caller.post('/offset-gateway/orders', body));
          for (const { status, json } of await Promise.all(calls)) {
            if (status === 201) acknowledged.add(json.order_id);
            else refused.push(json.error);
          }
        }
        assert.deepEqual([...new Set(refused)], [50301]);
        assert.ok(acknowledged.size > 0);
        const readyz = async () => (await caller.get('/readyz')).status;
        await until(async () => (await readyz()) === 503, 'a gateway that is not ready');
        await disk.grow(16);
        await until(async () => (await readyz()) === 200, 'readiness');
        assert.equal((await caller.post('/offset-gateway/orders', body)).status, 201);
        for (const id of acknowledged)
          assert.equal((await caller.get(`/offset-gateway/orders/${id}`)).status, 200, `${id} is lost`);
      } finally {
        await gateway.close();
      }
    }),
  );

  it(
    'of PostgreSQL under load: orders resume once it has room, and none is lost or doubled',
    onSmallDisk(32, async (disk) => {
      const server = await startPostgres();
      try {
        const databaseUrl = await createDatabaseOn(disk, server.url, server.databaseDir);
        const { lines } = await underLoad({ databaseUrl, environment: MANY }, async ({ buyers, readyz }) => {
          await disk.fill();
          await buyers.refusals(30);
          await disk.grow(64);
          await until(async () => (await readyz()) === 200, 'readiness');
        });
        assert.ok(lines.causes().has('53100'), 'PostgreSQL itself had no room');
      } finally {
        await server.stop();
      }
    }),
  );

  it(
    'of the write-ahead log ends PostgreSQL: orders resume once it has room, and none is lost or doubled',
    onSmallDisk(64, async (disk) => {
      const server = await startPostgres(30, { walDir: join(disk.path, 'wal') });
      try {
        const databaseUrl = await server.createDatabase();
        const { lines } = await underLoad({ databaseUrl, environment: MANY }, async ({ buyers, readyz }) => {
          await disk.fill();
          await buyers.refusals(30);
          await until(async () => (await readyz()) === 503, 'a gateway that is not ready');
          await disk.grow(128);
          await until(async () => {
            // An operator makes room, and starts the server if it could not even recover.
            if (!(await server.isRunning())) await server.resume();
            return (await readyz()) === 200;
          }, 'readiness');
        });
        // A server that ended on its own, and one that recovers.
        const causes = ['ECONNRESET', 'ECONNREFUSED', '57P02', '57P03'];
        assert.ok(
          causes.some((code) => lines.causes().has(code)),
          [...lines.causes()].join(),
        );
      } finally {
        await server.stop();
      }
    }),
  );
});
