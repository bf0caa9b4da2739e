import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { it } from 'node:test';
import { openDatabase } from '../../store/engine.ts';
import { listenOnLoopback } from '../../testing/loopback.ts';
import { sharedPostgres } from '../../testing/postgres.ts';
import type { CheckContext } from './check.ts';
import { databaseChecks } from './database.ts';

/** What PgBouncer reads at a time by default. */
const PKT_BUF = 4096;

it('a pooler that leaves a part of long statements unread is found, with the setting that helps', async (t) => {
  const server = await sharedPostgres();
  t.after(() => server.stop());
  const url = new URL(await server.createMigrated());
  const { port } = url;
  const pooler = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.on('data', (chunk) => upstream.write(chunk.subarray(0, PKT_BUF)));
    client.on('close', () => upstream.destroy());
    upstream.pipe(client);
  });
  const listening = await listenOnLoopback(pooler);
  t.after(() => listening.close());
  url.port = String(listening.port);
  const db = openDatabase(url.href, { statementTimeoutMs: 500 });
  t.after(() => db.close());
  const { state, detail, next } = (await databaseChecks[0]?.run({ db } as CheckContext)) ?? {};
  assert.equal(state, 'fault');
  assert.match(detail ?? '', /has not responded/);
  assert.match(next ?? '', /pkt_buf/);
});
