import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { openDatabase } from '../store/open-database.ts';
import { callerOf } from '../testing/caller.ts';
import { sandboxVisitor } from '../testing/console-visitor.ts';
import { onBothEngines } from '../testing/engines.ts';
import { captureFaultLines, type FaultLines } from '../testing/fault-lines.ts';
import { watchedBody } from './breaking-body.ts';

onBothEngines('an export that breaks off', ({ database }) => {
  let gateway: RunningGateway;
  let lines: FaultLines;
  before(async () => {
    lines = captureFaultLines();
    const databaseUrl = await database();
    gateway = await startGateway({ databaseUrl, log: lines.log });
    const db = openDatabase(databaseUrl);
    await callerOf(gateway.url).post('/offset-gateway/orders', { emission_amount: 1 });
    await sql`insert into statement_lines (merchant_id, id, kind, order_id, currency, amount_minor, grams, created_at)
      values ('sandbox-merchant', 'ord_1', 'order', 'ord_1', 'INR', 1, 1, 1)`.execute(db.kysely);
    await sql`alter table orders rename column variant to no_more`.execute(db.kysely);
    await sql`alter table statement_lines rename column id to no_more`.execute(db.kysely);
    await db.close();
  });
  after(() => gateway.close());

  const sources: [name: string, request: () => Promise<string>][] = [
    [
      'of the interface',
      async () => (await callerOf(gateway.url).get('/offset-gateway/exports/orders.csv')).text,
    ],
    ...['.csv', ''].map((ending): [name: string, request: () => Promise<string>] => [
      `of a statement${ending}`,
      async () => (await callerOf(gateway.url).get(`/offset-gateway/statements/open_INR${ending}`)).text,
    ]),
    [
      'of the console',
      async () =>
        (await (await sandboxVisitor(gateway.url)).get('/merchants/sandbox-merchant/orders.csv')).text,
    ],
  ];
  for (const [name, request] of sources)
    it(`${name} logs a fault, whose text appears nowhere else`, async ({ mock }) => {
      const printed = mock.method(console, 'error', () => {});
      const before = lines.faults();
      const received = await request().catch(String);
      assert.doesNotMatch(received, /no_more|variant/);
      assert.equal(lines.faults(), before + 1);
      for (const { arguments: args } of printed.mock.calls)
        assert.match(String(args[0]), /^Error: The export broke off\. Request it again\.$/);
    });
});

describe('the end of a watched body', () => {
  let ended: boolean;
  let wholes: boolean[];
  let faults: unknown[];
  beforeEach(() => {
    ended = false;
    faults = [];
    wholes = [];
  });
  const watch = (count: number): ReadableStreamDefaultReader<Uint8Array> => {
    async function* rows(): AsyncGenerator<Uint8Array> {
      try {
        for (let index = 0; index < count; index += 1) yield new Uint8Array(1);
      } finally {
        ended = true;
      }
    }
    return watchOf(ReadableStream.from(rows()));
  };
  const watchOf = (body: ReadableStream<Uint8Array>): ReadableStreamDefaultReader<Uint8Array> => {
    const fault = (cause: unknown) => void faults.push(cause);
    return watchedBody(body, fault, (whole) => void wholes.push(whole)).getReader();
  };

  it('a reader who leaves stops the source', async () => {
    const reader = watch(9);
    await reader.read();
    await reader.cancel();
    assert.ok(ended);
    assert.deepEqual(wholes, [false]);
  });

  it('a reader who leaves before the first row is noticed', async () => {
    await watch(9).cancel();
    assert.deepEqual(wholes, [false]);
  });

  it('a reader who leaves while a row is being read causes no fault', async () => {
    const reader = watchOf(new ReadableStream({ pull: () => new Promise(() => {}) }));
    const row = reader.read();
    await nextTurn();
    await reader.cancel();
    await row;
    await nextTurn();
    assert.deepEqual([wholes, faults], [[false], []]);
  });

  it('a reader who takes everything has the whole body', async () => {
    const reader = watch(1);
    while (!(await reader.read()).done);
    assert.deepEqual(wholes, [true]);
  });
});
