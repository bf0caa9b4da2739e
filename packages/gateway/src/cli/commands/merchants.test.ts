import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { runCommand } from '../../testing/command-line.ts';
import { MERCHANT, openStore } from '../../testing/store.ts';

/** Creates a runner of commands on a database with one merchant, in a new folder. */
async function runner(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-merchants-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const DATABASE_URL = `sqlite:${join(folder, 'gateway.sqlite')}`;
  await (await openStore(DATABASE_URL)).db.close();
  return { folder, run: (...args: string[]) => runCommand({ DATABASE_URL }, ...args, '--sandbox') };
}

it('merchants set clears a setting with none, and turns refund webhooks off', async (t) => {
  const { run } = await runner(t);
  const set = async (...args: string[]): Promise<unknown> => {
    assert.equal((await run('merchants', 'set', MERCHANT, ...args)).code, 0);
    const { accent, logo_url, return_origins, refund_webhooks } = JSON.parse(
      (await run('merchants', 'show', MERCHANT)).out,
    );
    return [accent, logo_url, return_origins, refund_webhooks];
  };
  const brand = ['--accent', '#2346c7', '--logo', 'https://air.example/l.png'];
  assert.deepEqual(await set(...brand, '--return', 'https://air.example', '--refund-webhooks', 'on'), [
    '#2346c7',
    'https://air.example/l.png',
    ['https://air.example'],
    1,
  ]);
  const away = ['--accent', 'none', '--logo', 'none', '--return', 'none', '--refund-webhooks', 'off'];
  assert.deepEqual(await set(...away), [null, null, [], 0]);
});

it('merchants set changes the seller and the legal pages one by one, and clears them with none', async (t) => {
  const { run } = await runner(t);
  const set = async (...args: string[]): Promise<unknown> => {
    assert.equal((await run('merchants', 'set', MERCHANT, ...args)).code, 0);
    const { seller, terms_url, withdrawal_url } = JSON.parse((await run('merchants', 'show', MERCHANT)).out);
    return [seller, terms_url, withdrawal_url];
  };
  const terms = 'https://air.example/{lang}/terms';
  assert.deepEqual(await set('--seller', 'Air Ltd, Zurich', '--terms', terms), [
    'Air Ltd, Zurich',
    terms,
    null,
  ]);
  const withdrawal = 'https://air.example/withdraw?order={order}';
  assert.deepEqual(await set('--withdrawal', withdrawal), ['Air Ltd, Zurich', terms, withdrawal]);
  assert.deepEqual(await set('--seller', 'none', '--terms', 'none', '--withdrawal', 'none'), [
    null,
    null,
    null,
  ]);
  for (const option of ['--imprint', '--terms', '--privacy', '--accessibility', '--withdrawal']) {
    const { code, err } = await run('merchants', 'set', MERCHANT, option, 'http://air.example/');
    assert.equal(code, 2);
    assert.match(err, new RegExp(`^${option} must be an https URL`));
  }
});

it('merchants set renames a merchant and records it in the audit log', async (t) => {
  const { run } = await runner(t);
  const { name } = JSON.parse((await run('merchants', 'show', MERCHANT)).out);
  assert.equal((await run('merchants', 'set', MERCHANT, '--name', 'Example Airways')).code, 0);
  const { accent, ...renamed } = JSON.parse((await run('merchants', 'show', MERCHANT)).out);
  assert.deepEqual([renamed.name, accent], ['Example Airways', null]);
  const [{ before, after }] = JSON.parse((await run('audit', 'list', '--merchant', MERCHANT)).out);
  assert.deepEqual([before, after], [{ name }, { name: 'Example Airways' }]);
  assert.equal((await run('merchants', 'set', MERCHANT, '--name', ' ')).code, 2);
});

it('refuses the same names as an option and as an argument', async (t) => {
  const { run } = await runner(t);
  for (const name of ['Air\tIndia', 'Air\nIndia', 'A'.repeat(4097)]) {
    for (const args of [
      ['merchants', 'create', name],
      ['merchants', 'set', MERCHANT, '--name', name],
      ['portfolios', 'create', 'p', '--name', name, '--parts', 'wind:100'],
    ]) {
      const { code, err } = await run(...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, /^(NAME|--name) must (hold no line break, tab|be at most 4096)/);
    }
  }
});

it('keys create refuses a file that holds no public key', async (t) => {
  const { folder, run } = await runner(t);
  const file = join(folder, 'key.pem');
  await writeFile(file, 'no key');
  const made = await run('keys', 'create', MERCHANT, '--scheme', 'ed25519', '--public-key', file);
  assert.equal(made.code, 1);
  assert.equal(JSON.parse((await run('keys', 'list')).out).length, 0);
});

it('keys create refuses an encoding the scheme does not use and an RSA key that is too short', async (t) => {
  const { folder, run } = await runner(t);
  const publicKeyFile = async (name: string, pair: { readonly publicKey: KeyObject }): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, pair.publicKey.export({ type: 'spki', format: 'pem' }));
    return file;
  };
  const ed25519 = await publicKeyFile('ed25519.pem', generateKeyPairSync('ed25519'));
  const rsa = await publicKeyFile('rsa.pem', generateKeyPairSync('rsa', { modulusLength: 2048 }));
  const short = await publicKeyFile('short.pem', generateKeyPairSync('rsa', { modulusLength: 1024 }));
  const create = async (scheme: string, file: string, ...more: string[]) =>
    run('keys', 'create', MERCHANT, '--scheme', scheme, '--public-key', file, ...more);
  const hex = await create('ed25519', ed25519, '--encoding', 'hex');
  assert.equal(hex.code, 2);
  assert.match(hex.err, /^--encoding must be base64 for ed25519/);
  const weak = await create('rsa-sha256', short);
  assert.equal(weak.code, 1);
  assert.match(weak.err, /has 1024 bits; .* 2048/);
  assert.equal(JSON.parse((await run('keys', 'list')).out).length, 0);
  assert.equal((await create('ed25519', ed25519, '--encoding', 'base64')).code, 0);
  assert.equal((await create('rsa-sha256', rsa)).code, 0);
});

it('lists about a merchant that does not exist fail instead of being empty', async (t) => {
  const { run } = await runner(t);
  for (const list of ['webhooks', 'audit']) {
    const ended = await run(list, 'list', '--merchant', 'nobody');
    assert.equal(ended.code, 1, list);
    assert.match(ended.err, /There is no merchant nobody/);
    // Nothing is recorded about this merchant.
    assert.deepEqual(JSON.parse((await run(list, 'list', '--merchant', MERCHANT)).out), []);
  }
  assert.equal((await run('audit', 'list', '--merchant', 'operator')).code, 0);
});

it('refuses --from and --to that leave no day, before it prints anything', async (t) => {
  const { run } = await runner(t);
  const [first, last] = ['2026-11-01', '2026-11-30'];
  for (const [list, from, to, message] of [
    [['orders', 'list', MERCHANT], last, first, /^--to must not be earlier than --from/],
    [['orders', 'export', MERCHANT], last, first, /^--to must not be earlier than --from/],
    [['orders', 'list', MERCHANT], first, first, undefined],
    [['payouts', 'list'], last, first, /^--to must not be earlier than --from/],
    [
      ['payouts', 'export'],
      first,
      first,
      /^--to must be later than --from: the day it names is not included/,
    ],
    [['payouts', 'journal'], first, first, /^--to must be later than --from/],
    [['payouts', 'journal'], first, last, undefined],
  ] as const) {
    const { code, out, err } = await run(...list, '--from', from, '--to', to);
    assert.equal(code, message ? 2 : 0, list.join(' '));
    assert.match(err, message ?? /^$/);
    if (message) assert.equal(out, '');
  }
});

it('names at most two words of an unknown command: the rest may be a secret', async () => {
  const { code, err } = await runCommand({}, 'keys', 'import', 'a-secret-of-somebody');
  assert.equal(code, 2);
  assert.match(err, /There is no command "keys import"/);
  assert.doesNotMatch(err, /a-secret/);
});

it('removes a merchant and a platform created by mistake, and names why a used one stays', async (t) => {
  const { run } = await runner(t);
  const made = JSON.parse((await run('merchants', 'create', 'Exmaple Air', '--json')).out);
  await run('merchants', 'set', made, '--limit', 'EUR:500');
  const platform = JSON.parse((await run('platforms', 'create', made, '--json')).out);
  const key = JSON.parse((await run('keys', 'create', made, '--json')).out).id;
  const used = await run('merchants', 'remove', made);
  assert.deepEqual(
    [used.code, used.err.trim()],
    [
      1,
      `Merchant ${made} stays: API key ${key} belongs to it; first: flight-offset-gateway keys revoke ${key}.`,
    ],
  );
  assert.equal((await run('platforms', 'remove', platform)).code, 0);
  assert.match((await run('platforms', 'remove', platform)).err, /^There is no platform/);
  const setUp = JSON.parse((await run('merchants', 'create', 'Exmaple Air', '--json')).out);
  const unused = JSON.parse((await run('keys', 'create', setUp, '--json')).out).id;
  await run('webhooks', 'rotate', setUp);
  await run('keys', 'revoke', unused);
  assert.equal((await run('merchants', 'remove', setUp)).code, 0);
  assert.doesNotMatch((await run('keys', 'list')).out, new RegExp(unused));

  const other = JSON.parse((await run('merchants', 'create', 'Example Air', '--json')).out);
  const named = JSON.parse((await run('platforms', 'create', other, '--id', 'other', '--json')).out);
  assert.match((await run('merchants', 'remove', other)).err, /stays: platform other belongs/);
  await run('platforms', 'remove', named);
  await run('merchants', 'set', other, '--limit', 'EUR:500');
  assert.equal((await run('merchants', 'remove', other)).code, 0);
  assert.match((await run('merchants', 'remove', other)).err, /^There is no merchant/);
  assert.doesNotMatch((await run('merchants', 'list')).out, new RegExp(other));
  const { limits } = JSON.parse((await run('merchants', 'show', made, '--json')).out);
  assert.deepEqual(limits, [{ currency: 'EUR', limit_minor: 50_000, open_minor: 0 }], 'of another merchant');
  assert.equal((await run('audit', 'verify')).code, 0);
  assert.match((await run('audit', 'list', '--merchant', other)).out, /merchant\.removed/);
});
