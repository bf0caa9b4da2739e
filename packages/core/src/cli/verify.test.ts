import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BATCH_TYPE } from '../retirement/batch.ts';
import { RECEIPT_TYPE } from '../retirement/receipt.ts';
import { makeForgeries } from '../testing/forgeries.ts';
import { correctionsOf, makeRetirement, signForTest } from '../testing/retirement.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
let folder: string;

/** Runs the command in the folder of the evidence. */
function verify(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const options = { cwd: folder, env: { PATH, NODE_COMPILE_CACHE } };
    const command = ['--conditions=source', '--no-warnings', CLI, 'verify', ...args];
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

async function put(name: string, content: unknown): Promise<string> {
  await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
});
after(() => rm(folder, { recursive: true }));

describe('verify', () => {
  it('proves a retirement from files alone', async () => {
    const { sound } = await makeForgeries();
    const { code, stdout } = await verify(
      await put('receipt.jws', `${sound.receipt}\n`),
      ...['--batch', await put('batch.jws', sound.batches[0])],
      ...['--keys', await put('keys.json', sound.keys)],
    );
    assert.equal(code, 0);
    assert.match(stdout, /^VERIFIED/);
    assert.match(stdout, /VCS-1764-a-1\.\.VCS-1764-a-3/);
  });

  it('counts the orders of a batch, one of them in the singular', async () => {
    for (const [grams, counted] of [
      [[400_000], ': 1 order, 400,000 g'],
      [[400_000, 100_000], ': 2 orders, 500,000 g'],
    ] as const) {
      const { batch, receipts, keys } = await makeRetirement(grams);
      const { stdout } = await verify(
        await put('receipt.jws', await signForTest(receipts[0], RECEIPT_TYPE)),
        ...['--batch', await put('batch.jws', await signForTest(batch, BATCH_TYPE))],
        ...['--keys', await put('keys.json', keys)],
      );
      assert.ok(stdout.includes(counted), stdout);
    }
  });

  it('states that nothing was really retired if the receipt or the batch is of a sandbox', async () => {
    const { batch, receipts, keys } = await makeRetirement([400_000]);
    for (const [ofReceipt, ofBatch, isStated] of [
      [true, undefined, true],
      [undefined, true, true],
      [undefined, undefined, false],
    ] as const) {
      const { code, stdout } = await verify(
        await put('receipt.jws', await signForTest({ ...receipts[0], sandbox: ofReceipt }, RECEIPT_TYPE)),
        ...['--batch', await put('batch.jws', await signForTest({ ...batch, sandbox: ofBatch }, BATCH_TYPE))],
        ...['--keys', await put('keys.json', keys)],
      );
      assert.equal(code, 0);
      assert.equal(stdout.includes('SANDBOX: nothing was really bought or retired'), isStated);
    }
  });

  it('prints no control characters of a verified receipt', async () => {
    const { batch, receipts, keys } = await makeRetirement([400_000]);
    const name = 'Forest \u001b[2J\u009b1;1H';
    const credits = receipts[0]?.credits?.map((one) => ({ ...one, project: { ...one.project, name } }));
    const named = { ...batch, project: { ...batch.project, name } };
    const { code, stdout } = await verify(
      await put('receipt.jws', await signForTest({ ...receipts[0], credits }, RECEIPT_TYPE)),
      ...['--batch', await put('batch.jws', await signForTest(named, BATCH_TYPE))],
      ...['--keys', await put('keys.json', keys)],
    );
    assert.equal(code, 0);
    assert.match(stdout, /Forest {2}\[2J/);
    assert.doesNotMatch(stdout.replaceAll('\n', ''), /\p{Cc}/u);
  });

  it("prints the date and the reason of a batch's correction", async () => {
    const { batch, receipts, keys } = await makeRetirement([400_000]);
    const corrects = await correctionsOf(await signForTest(batch, BATCH_TYPE));
    const { stdout } = await verify(
      await put('receipt.jws', await signForTest(receipts[0], RECEIPT_TYPE)),
      ...['--batch', await put('batch.jws', await signForTest({ ...batch, corrects }, BATCH_TYPE))],
      ...['--keys', await put('keys.json', keys)],
    );
    assert.match(stdout, /^ {2}corrected {2}2026-04-02: Wrong serial numbers$/m);
  });

  it('names the reason of a refusal and exits with 1', async () => {
    const { forgeries } = await makeForgeries();
    const { evidence } = forgeries.find(({ code }) => code === 'order_mismatch') ?? {};
    const { code, stderr } = await verify(
      await put('forged.jws', evidence?.receipt),
      ...['--batch', await put('batch.jws', evidence?.batches[0])],
      ...['--keys', await put('keys.json', evidence?.keys)],
    );
    assert.equal(code, 1);
    assert.match(stderr, /^REFUSED \(order_mismatch\)/);
  });

  const ESCAPES = 'http://gateway.example/\u001b[2J\u009b1;1H\nVERIFIED';
  for (const [name, args] of [
    ['whose keys are downloaded', []],
    ['that is another', ['--issuer', 'https://gateway.example']],
  ] as const) {
    it(`prints no control characters of an issuer ${name}, which is not verified yet`, async () => {
      const file = await put('escapes.jws', await signForTest({ iss: ESCAPES }, RECEIPT_TYPE));
      const { code, stdout, stderr } = await verify(file, ...args);
      assert.notEqual(code, 0);
      assert.match(stderr, /gateway\.example/);
      assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n]/u);
      assert.doesNotMatch(stderr, /^VERIFIED/m);
    });
  }

  it('prints JSON for programs: what was proven, or why it was refused', async () => {
    const { sound, forgeries } = await makeForgeries();
    const files = async (receipt: string, batch = ''): Promise<string[]> => [
      await put('receipt.jws', receipt),
      ...['--batch', await put('batch.jws', batch)],
      ...['--keys', await put('keys.json', sound.keys), '--json'],
    ];
    const proven = await verify(...(await files(sound.receipt, sound.batches[0])));
    assert.equal(proven.code, 0);
    const { state, claims, batches } = JSON.parse(proven.stdout);
    assert.equal(state, 'retired');
    assert.equal(batches[0].grams >= claims.grams, true);
    const { evidence } = forgeries.find(({ code }) => code === 'order_mismatch') ?? {};
    const refused = await verify(...(await files(evidence?.receipt ?? '', evidence?.batches[0])));
    assert.equal(refused.code, 1);
    assert.equal(JSON.parse(refused.stdout).refused.code, 'order_mismatch');
  });

  it('downloads keys and batches from the issuer; allocated credits exit with 3', async () => {
    const { batch, receipts, keys } = await makeRetirement([400_000]);
    const files = new Map<string, string>();
    const server = createServer((request, response) => {
      const text = files.get(request.url ?? '');
      response.writeHead(text === undefined ? 404 : 200).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const iss = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    files.set('/.well-known/jwks.json', JSON.stringify(keys));
    files.set('/retirements/ret_a.jws', await signForTest({ ...batch, iss }, BATCH_TYPE));
    const retired = { ...receipts[0], iss };
    const credits = retired.credits?.map((credit) => ({ ...credit, retirement: null }));
    const allocated = { ...retired, credits, retirement_state: 'allocated' };
    try {
      const good = await verify(await put('retired.jws', await signForTest(retired, RECEIPT_TYPE)));
      assert.deepEqual([good.code, good.stderr], [0, '']);
      const slash = { iss: `${iss}/` };
      files.set('/retirements/ret_a.jws', await signForTest({ ...batch, ...slash }, BATCH_TYPE));
      const same = await verify(
        await put('slash.jws', await signForTest({ ...retired, ...slash }, RECEIPT_TYPE)),
      );
      assert.deepEqual([same.code, same.stderr], [0, '']);
      const early = await verify(await put('early.jws', await signForTest(allocated, RECEIPT_TYPE)));
      assert.equal(early.code, 3);
      assert.match(early.stdout, /not retired yet/);
      const refunded = { ...allocated, grams: 0, credits: [] };
      const none = await verify(await put('refunded.jws', await signForTest(refunded, RECEIPT_TYPE)));
      assert.equal(none.code, 3);
      assert.match(none.stdout, /holds no credits/);
      assert.doesNotMatch(none.stdout, /allocated/);
      const elsewhere = await verify('retired.jws', '--issuer', 'https://gateway.example');
      assert.match(elsewhere.stderr, /^REFUSED \(issuer_mismatch\)/);
    } finally {
      server.close();
    }
  });

  it('a receipt as PDF is a usage error that names the file which is signed', async () => {
    const { code, stderr } = await verify(await put('receipt.pdf', '%PDF-1.7\n'));
    assert.equal(code, 2);
    assert.match(stderr, /^A PDF holds no signature: name receipt\.jws\./);
  });

  const misuses: [name: string, args: string[], message: RegExp][] = [
    ['no file', [], /Name the file/],
    ['two files', ['a', 'b'], /one receipt at a time/],
    ['a file that is not there', ['missing.jws'], /Cannot read missing\.jws \(ENOENT\)/],
    ['an unknown option', ['a', '--fast'], /--fast/],
  ];
  for (const [name, args, message] of misuses) {
    it(`${name} is a usage error`, async () => {
      const { code, stderr } = await verify(...args);
      assert.equal(code, 2);
      assert.match(stderr, message);
      assert.match(stderr, /npx @flight-offset\/core verify FILE/);
    });
  }
});
