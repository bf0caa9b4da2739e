/** Backends and the gateway are killed while a hundred calls confirm one token: one order of it, one line. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SANDBOX } from '../../gateway/src/sandbox.ts';
import { openDatabase } from '../../gateway/src/store/open-database.ts';
import { onBothEngines } from '../../gateway/src/testing/engines.ts';
import { type GatewayProcess, startProcess } from '../../gateway/src/testing/process.ts';
import { createOffset } from '../src/offset.ts';
import { quote } from '../src/quote/quote.ts';
import { ZRH_SFO } from '../src/testing/merchant.ts';
import type { ConfirmReport, ConfirmTask } from './confirm-process.ts';

const KILLS = 10;
const CALLS = 100;
const ENTRY = fileURLToPath(new URL('./confirm-process.ts', import.meta.url));

async function startBackend(t: TestContext): Promise<ChildProcess> {
  const child = fork(ENTRY, {
    execArgv: ['--conditions=source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

/** Gives a backend its calls. @returns their results; undefined if it was killed meanwhile. */
async function run(backend: ChildProcess, task: ConfirmTask): Promise<ConfirmReport | undefined> {
  const done = new AbortController();
  const { signal } = done;
  const died = once(backend, 'exit', { signal }).then(() => undefined);
  const reported = once(backend, 'message', { signal }).then(([report]) => report as ConfirmReport);
  backend.send(task);
  try {
    return await Promise.race([reported, died]);
  } finally {
    done.abort();
    await Promise.allSettled([died, reported]);
  }
}

async function kill(backend: ChildProcess): Promise<void> {
  const exited = once(backend, 'exit');
  backend.kill('SIGKILL');
  await exited;
}

type Reports = readonly (Awaited<ReturnType<typeof run>> | undefined)[];

const hasFailed = (reports: Reports): boolean =>
  reports.some((report) => !report || report.errors.length > 0);

/** As the documentation says: calls again with the same token, until it succeeds. */
async function untilConfirmed(first: Reports, confirm: () => Promise<Reports>): Promise<Reports> {
  let reports = first;
  for (let again = 0; hasFailed(reports); again += 1) {
    for (const error of reports.flatMap((report) => report?.errors ?? []))
      assert.equal(error, 'service_unavailable');
    assert.ok(again < 20, 'the calls never succeed');
    // As a backend would: on a busy machine the restarted process needs a moment.
    await setTimeout(100 * again);
    reports = await confirm();
  }
  return reports;
}

onBothEngines('confirms of one token from three processes', ({ database }) => {
  it(`${KILLS} kills: one order per token, one line on the statement`, { timeout: 600_000 }, async (t) => {
    const databaseUrl = await database();
    let gateway: GatewayProcess = await startProcess(databaseUrl);
    t.after(() => gateway.kill());
    const { apiKey, secret, platformId } = SANDBOX;
    const service = () =>
      ({
        baseUrl: gateway.url,
        apiKey,
        signingKey: secret,
        platformId,
        honoursIdempotencyKey: true,
      }) as const;
    const backends = await Promise.all([1, 2, 3].map(() => startBackend(t)));
    const orderIds = new Set<string>();
    let struck = 0;
    let took = 200;
    for (let round = 0; round < KILLS; round += 1) {
      const result = await quote(createOffset({ service: service() }), { flights: [ZRH_SFO] });
      assert.ok(result.status === 'ready');
      const { token } = result.options[0]!;
      const task = (part: number): ConfirmTask => {
        const times = Math.floor((CALLS + part) / backends.length);
        return { service: service(), token, reference: `EX${round}`, times };
      };
      const begun = performance.now();
      const first = Promise.all(backends.map((one, part) => run(one, task(part)))).then((all) => {
        if (all.every((report) => report?.errors.length === 0)) took = performance.now() - begun;
        return all;
      });
      // Sometime within the calls, however long they take on this machine.
      await setTimeout(Math.random() * took);
      const victim = round % (backends.length + 1);
      const backend = backends[victim];
      await (backend ? kill(backend) : gateway.kill());
      if (backend) backends[victim] = await startBackend(t);
      else gateway = await startProcess(databaseUrl);
      const reported = await first;
      if (hasFailed(reported)) struck += 1;
      const reports = await untilConfirmed(reported, () =>
        Promise.all(backends.map((one, part) => run(one, task(part)))),
      );
      const ids = new Set(reports.flatMap((report) => report?.orderIds ?? []));
      assert.equal(ids.size, 1, `round ${round}: ${[...ids]}`);
      for (const id of ids) orderIds.add(id);
    }
    assert.equal(orderIds.size, KILLS);
    assert.ok(struck > 0, 'no kill came while a call was in progress');
    const db = openDatabase(databaseUrl);
    t.after(() => db.close());
    const orders = await db.kysely.selectFrom('orders').select(['id', 'status', 'amount_minor']).execute();
    assert.deepEqual(
      new Set(orders.map(({ id }) => id)),
      orderIds,
      'an order whose completion was never reported',
    );
    assert.ok(orders.every(({ status }) => status === 'completed'));
    for (const table of ['statement_lines', 'transactions'] as const) {
      const lines = await db.kysely.selectFrom(table).select('order_id').execute();
      assert.deepEqual(lines.map(({ order_id }) => order_id).sort(), [...orderIds].sort(), table);
    }
    const limits = await db.kysely.selectFrom('settlement_limits').select('open_minor').execute();
    assert.equal(
      limits.reduce((sum, { open_minor }) => sum + open_minor, 0),
      orders.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    );
  });
});
