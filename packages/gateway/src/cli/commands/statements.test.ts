import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { addLines } from '../../statements/lines.ts';
import { inTransaction } from '../../store/transaction.ts';
import { runCommand } from '../../testing/command-line.ts';
import { pdfTexts } from '../../testing/pdf-text.ts';
import { MERCHANT, openStore } from '../../testing/store.ts';

/** A line of a past month. */
const LINE = {
  merchant_id: MERCHANT,
  id: 'ord_1',
  kind: 'order',
  order_id: 'ord_1',
  reference: 'EX7K2P',
  currency: 'EUR',
  amount_minor: 1240,
  grams: 1000,
  product: 'carbon_credits',
  created_at: 0,
} as const;

/** Creates a database with that line, in a new folder. */
async function storeWithLine(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-statements-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const DATABASE_URL = `sqlite:${join(folder, 'gateway.sqlite')}`;
  const { db } = await openStore(DATABASE_URL);
  await inTransaction(db, (tx) => addLines(tx, [LINE]));
  await db.close();
  return { folder, DATABASE_URL };
}

it('statements pdf writes the file, and names a missing option, statement, merchant or folder', async (t) => {
  const { folder, DATABASE_URL } = await storeWithLine(t);
  const run = (...args: string[]) => runCommand({ DATABASE_URL }, 'statements', 'pdf', '--sandbox', ...args);
  const out = join(folder, 'statement.pdf');
  assert.equal((await run(MERCHANT, 'open_EUR', '--out', out)).code, 0);
  const texts = pdfTexts(await readFile(out));
  for (const text of [MERCHANT, 'Open statement, EUR', '12.40 EUR', 'ord_1', 'EX7K2P'])
    assert.ok(texts.includes(text), text);
  assert.ok(texts.some((text) => text.endsWith('This is not an invoice.')));
  const cases: [args: string[], code: number, message: RegExp][] = [
    [[MERCHANT, 'open_EUR'], 2, /--out is missing/],
    [[MERCHANT, 'open_USD', '--out', out], 1, /no statement open_USD/],
    [['nobody', 'open_EUR', '--out', out], 1, /nobody/],
    [
      [MERCHANT, 'open_EUR', '--out', join(folder, 'none', 'x.pdf')],
      1,
      /x\.pdf cannot be opened: there is no such file/,
    ],
  ];
  for (const [args, code, message] of cases) {
    const ended = await run(...args);
    assert.equal(ended.code, code, ended.err);
    assert.match(ended.err, message);
  }
});

it('statements close and statements paid print statements as list does', async (t) => {
  const { DATABASE_URL } = await storeWithLine(t);
  const run = async (...args: string[]) =>
    JSON.parse((await runCommand({ DATABASE_URL }, 'statements', ...args, '--sandbox', '--json')).out);
  const [closed] = await run('close', '--merchant', MERCHANT, '--period', '1970-01');
  assert.match(closed.closed_at, /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual(await run('list', MERCHANT), [closed]);
  const paid = await run('paid', closed.id);
  assert.deepEqual(await run('list', MERCHANT), [paid]);
});
