/** From payment to proof, over HTTP and the command line, as a stranger sees it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type IssuerKeys, verifyReceipt } from '@flight-offset/core/retirement';
import { Hono } from 'hono';
import { decodeProtectedHeader } from 'jose';
import { type RunningGateway, startGateway } from '../gateway.ts';
import type { Env } from '../http/env.ts';
import { addRoute } from '../http/routes.ts';
import { TEST_CARDS } from '../providers/sandbox.ts';
import { newId } from '../store/ids.ts';
import { openDatabase } from '../store/open-database.ts';
import { type Caller, callerOf } from '../testing/caller.ts';
import { type Ended, runCommand } from '../testing/command-line.ts';
import { TEXTS } from './messages/texts.ts';
import { retirementRoutes } from './retirements-routes.ts';

const HTML = { headers: { accept: 'text/html' } };

it('reads lists that are requested together in separate turns of the event loop', async () => {
  const turns: number[] = [];
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const db = {
    get reader() {
      turns.push(turn);
      throw new Error('away');
    },
  };
  const { '/retirements': methods = {} } = retirementRoutes({ orders: { db, publicUrl: '' } } as never);
  const app = new Hono<Env>();
  app.use(async (context, following) => {
    context.set('headers', {});
    await following();
  });
  addRoute(app, '/retirements', methods);
  app.onError((_, context) => context.body(null, 500));
  await Promise.all(Array.from({ length: 20 }, () => app.request('/retirements')));
  clearImmediate(next);
  assert.equal(turns.length, 20);
  assert.equal(new Set(turns).size, 20);
});

describe('retirements', () => {
  let folder = '';
  let environment: Record<string, string> = {};
  let gateway: RunningGateway;
  let caller: Caller;
  /** Order whose credits are retired first. */
  let proven = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'retirements-'));
    const databaseUrl = `sqlite:${join(folder, 'gateway.sqlite')}`;
    gateway = await startGateway({ databaseUrl });
    caller = callerOf(gateway.url);
    environment = { DATABASE_URL: databaseUrl, GATEWAY_PUBLIC_URL: gateway.url };
  });
  after(async () => {
    await gateway.close();
    await rm(folder, { recursive: true });
  });

  const command = (...args: string[]): Promise<Ended> =>
    runCommand(environment, 'retirements', ...args, '--sandbox');

  async function paidOrder(kilograms: number): Promise<string> {
    const { json } = await caller.post('/offset-gateway/orders', { emission_amount: kilograms });
    const { pathname } = new URL(json.payment_url);
    const body = new URLSearchParams({ action: 'pay', card: TEST_CARDS.accepted });
    assert.equal((await caller.raw(pathname, { method: 'POST', body })).status, 303);
    return pathname;
  }

  async function verify(path: string, ...batches: string[]): Promise<string> {
    const { text: receipt } = await caller.raw(`${path}/receipt.jws`);
    const { json: keys } = await caller.raw('/.well-known/jwks.json');
    return (await verifyReceipt({ receipt, batches, keys: keys as IssuerKeys })).state;
  }

  const record = (project: string, ...more: string[]) =>
    command(
      'record',
      ...['--project', project, '--tonnes', '2', '--serials', 'SBX-2024-0001..SBX-2024-0002'],
      ...['--date', '2026-01-31', '--url', 'https://registry.example/retirements/7', ...more],
    );

  it('a receipt downloaded before its batch is renewed at its URL, and proves the retirement', async () => {
    const path = await paidOrder(1146);
    proven = path;
    assert.equal(await verify(path), 'allocated');
    const { json: before } = await caller.get('/offset-gateway/orders');
    assert.ok(
      !('retirement_state' in before.orders[0]),
      'unchanged until the operator publishes retirements',
    );
    const empty = await caller.raw('/retirements', HTML);
    assert.ok(empty.text.includes(TEXTS.en.retirementsNone));
    const [due] = JSON.parse((await command('plan')).out);
    assert.deepEqual([due.orders, due.grams, due.surplus, due.tonnes], [1, 1_146_000, 0, 2]);
    const certificate = join(folder, 'certificate.pdf');
    await writeFile(certificate, '%PDF-1.7 certificate');

    const rotated = await runCommand(environment, 'receipts', 'keys', 'rotate', '--sandbox');
    const recorded = await record(due.project, '--certificate', certificate);

    assert.equal(recorded.code, 0, recorded.err);
    const { batch, url } = JSON.parse(recorded.out);
    assert.equal(url, `${gateway.url}/retirements/${batch}`);
    const signed = await caller.raw(`/retirements/${batch}.jws`);
    assert.equal(signed.headers.get('content-type'), 'application/jose');
    assert.equal(signed.headers.get('access-control-allow-origin'), '*');
    assert.equal(await verify(path, signed.text), 'retired');
    const { text: renewed } = await caller.raw(`${path}/receipt.jws`);
    for (const jws of [signed.text, renewed])
      assert.equal(decodeProtectedHeader(jws).kid, rotated.out, 'the newest key signs');

    const { json: orders } = await caller.get('/offset-gateway/orders');
    assert.equal(orders.orders[0].retirement_state, 'retired');
    const status = await caller.get(`/offset-gateway/orders/${orders.orders[0].order_id}/status`);
    assert.equal(status.json.retirement_state, 'retired');
    const { text: csv } = await caller.get('/offset-gateway/exports/orders.csv');
    assert.match(csv, new RegExp(`,retired,${batch},SBX-2024-0001\\.\\.SBX-2024-0002,`));

    const { json } = await caller.raw(`/retirements/${batch}`);
    assert.deepEqual([json.batch, json.orders, json.grams, json.sandbox], [batch, 1, 1_146_000, true]);
    const { json: list, headers } = await caller.raw('/retirements');
    assert.equal(
      headers.get('access-control-allow-origin'),
      '*',
      'a page of another origin may verify a receipt',
    );
    assert.deepEqual(list, { batches: [json], next: null });
    const { text: page } = await caller.raw('/retirements', HTML);
    // Serial numbers run from left to right in Arabic too.
    for (const part of [
      '<bdi>SBX-2024-0001..SBX-2024-0002</bdi>',
      'https://registry.example/retirements/7',
      batch,
    ])
      assert.ok(page.includes(part), part);
    assert.doesNotMatch(page, /<script|style=/);
    const { text: hindi } = await caller.raw('/retirements?lang=hi', HTML);
    assert.ok(hindi.includes(TEXTS.hi.batchOrders));
    const { text: order } = await caller.raw(path);
    assert.ok(order.includes(TEXTS.en.completedRetired));
    assert.ok(order.includes('\u2068SBX-2024-0001..SBX-2024-0002\u2069'));
    const pdf = await caller.raw(`${path}/receipt.pdf`);
    assert.match(pdf.text, /^%PDF-/);
    const { out } = await command('list');
    const [{ retirements }] = JSON.parse(out);
    const file = await caller.raw(`/retirements/${retirements[0].id}.pdf`);
    assert.equal(file.text, '%PDF-1.7 certificate');
    assert.equal(file.headers.get('content-disposition'), 'attachment');
    assert.equal(file.headers.get('content-disposition'), 'attachment');
  });

  it('a correction replaces a wrong retirement for everyone, and the earlier document stays public', async () => {
    const [{ batch, retirements }] = JSON.parse((await command('list')).out);
    const { text: before } = await caller.raw(`/retirements/${batch}.jws`);
    const url = 'https://registry.example/retirements/9';
    const reason = 'The <address> of another retirement';
    const corrected = await command('correct', retirements[0].id, '--url', url, '--reason', reason);
    assert.equal(corrected.code, 0, corrected.err);
    assert.deepEqual(
      JSON.parse(corrected.out).map((one: { batch: string }) => one.batch),
      [batch],
    );

    const now = await caller.raw(`/retirements/${batch}.jws`);
    assert.doesNotMatch(now.headers.get('cache-control') ?? '', /immutable/);
    const { json } = await caller.raw(`/retirements/${batch}`);
    const [{ document, corrected_at }, ...more] = json.corrects;
    assert.deepEqual([json.retirements[0].url, json.corrects[0].reason, more], [url, reason, []]);
    assert.ok(Date.parse(corrected_at) <= Date.now());
    const earlier = await caller.raw(`/retirements/${batch}/${document}.jws`);
    assert.deepEqual([earlier.text, earlier.headers.get('content-type')], [before, 'application/jose']);
    assert.equal(earlier.headers.get('access-control-allow-origin'), '*');
    assert.notEqual(now.text, before);
    assert.equal(await verify(proven, before, now.text), 'retired');
    const { text: page } = await caller.raw('/retirements', HTML);
    for (const part of [
      TEXTS.en.batchCorrected,
      url,
      `/retirements/${batch}/${document}.jws"><bdi>The &lt;address&gt; of another retirement</bdi>`,
    ])
      assert.ok(page.includes(part), part);
    for (const other of [`${batch}/none.jws`, `ret_none/${document}.jws`])
      assert.equal((await caller.raw(`/retirements/${other}`)).status, 404);
    const again = await command('correct', retirements[0].id, '--url', url, '--reason', reason);
    assert.match(again.err, /was recorded with these values already/);
    for (const [args, problem] of [
      [['--url', url], /--reason is missing/],
      [['--reason', reason, '--serials', 'A-1..B-2'], /--serials must be a range as Verra/],
    ] as const)
      assert.match((await command('correct', retirements[0].id, ...args)).err, problem);
  });

  it('serial numbers cannot be recorded twice, and nothing of the second attempt stays', async () => {
    await paidOrder(3000);
    const [due] = JSON.parse((await command('plan')).out);
    const again = await record(due.project);
    assert.equal(again.code, 1);
    assert.match(again.err, /Nothing was recorded: .* overlaps serial numbers of rtm_/);
    assert.deepEqual(JSON.parse((await command('plan')).out), [due]);
  });

  it('a retirement that covers two batches is shown at each with its part, so that its tonnes count once', async () => {
    const [due] = JSON.parse((await command('plan')).out);
    const recorded = await command(
      ...['record', '--project', due.project, '--tonnes', '3', '--serials', 'SBX-2024-0003..SBX-2024-0005'],
      ...['--date', '2026-02-28', '--url', 'https://registry.example/retirements/8'],
    );
    assert.equal(recorded.code, 0, recorded.err);
    type Listed = { grams: number; retirements: { tonnes: number; grams?: number }[] };
    const listed: Listed[] = JSON.parse((await command('list')).out);
    assert.deepEqual(
      listed.map(({ grams, retirements }) => [grams, retirements.map((one) => [one.tonnes, one.grams])]),
      [
        [
          3_000_000,
          [
            [2, 854_000],
            [3, 2_146_000],
          ],
        ],
        [1_146_000, [[2, 1_146_000]]],
      ],
    );
    const { text } = await caller.raw('/retirements', HTML);
    for (const part of ['854 kg CO₂e of 2 t CO₂e', '2.146 t CO₂e of 3 t CO₂e', '1.146 t CO₂e of 2 t CO₂e'])
      assert.ok(text.includes(`>${part}: <bdi>SBX-2024-`), part);
  });

  it('a page links to older retirements only if there are any', async () => {
    const db = openDatabase(environment.DATABASE_URL ?? '');
    const rows = await db.kysely.selectFrom('retirement_batches').selectAll().execute();
    const [row] = rows;
    assert.ok(row);
    const add = (): Promise<unknown> =>
      db.kysely
        .insertInto('retirement_batches')
        .values({ ...row, id: newId('ret') })
        .execute();
    for (let at = rows.length; at < 50; at += 1) await add();
    assert.doesNotMatch((await caller.raw('/retirements', HTML)).text, /href="\?before=/);
    await add();
    const { text } = await caller.raw('/retirements', HTML);
    const { json: newest } = await caller.raw('/retirements');
    assert.equal(newest.batches.length, 50);
    const { json: rest } = await caller.raw(newest.next.slice(new URL(newest.next).origin.length));
    assert.deepEqual([rest.batches.length, rest.next], [1, null]);
    assert.equal(JSON.parse((await command('list')).out).length, 51, 'the command prints all of them');
    await db.close();
    const [, older = ''] = /href="(\?before=[^"]*)"/.exec(text) ?? [];
    const next = await caller.raw(`/retirements${older.replaceAll('&amp;', '&')}`, HTML);
    assert.equal(next.text.match(/<section/g)?.length, 1);
    assert.doesNotMatch(next.text, /href="\?before=/);
  });

  it('a missing or invalid option is a usage error', async () => {
    const rest = ['--project', 'p', '--date', '2026-11-01', '--url', 'https://registry.example'];
    for (const [args, reason] of [
      [[], /--project is missing/],
      [rest, /--tonnes is missing/],
      [[...rest, '--tonnes', '1.5', '--serials', 'A-1..A-2'], /--tonnes must be a whole number/],
      [
        [...rest, '--tonnes', '1', '--serials', 'A-1..B-2'],
        /--serials must be a range as Verra, .* or FROM\.\.TO/,
      ],
    ] as const) {
      const { code, err } = await command('record', ...args);
      assert.notEqual(code, 0);
      assert.match(err, reason);
    }
  });

  for (const path of [
    '/retirements/ret_none',
    '/retirements/rtm_none.pdf',
    '/retirements?before=x',
    '/retirements/..%2f',
  ]) {
    it(`${path} gets 404, readable by pages of other origins, and a page in browsers`, async () => {
      const { status, headers, json } = await caller.raw(path);
      assert.deepEqual([status, json.error], [404, 40401]);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      const page = await caller.raw(path, HTML);
      assert.equal(page.status, 404);
      assert.ok(page.text.includes(TEXTS.en.noRetirement), page.text);
    });
  }
});
