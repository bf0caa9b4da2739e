import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCommand } from '../testing/command-line.ts';
import { createMigratedFile } from '../testing/sqlite.ts';
import { openStore, type TestStore } from '../testing/store.ts';

const COMMANDS: [words: string, args: string[]][] = [
  [
    'retirements record --project wind --tonnes 1 --serials A-1..A-1',
    ['--date', '2026-03-31', '--url', 'https://registry.example/1'],
  ],
  ['retirements publish', []],
  ['orders expire ord_1', []],
  ['orders refund ord_1', []],
  ['console invite ada@air.example', []],
];

describe('without the URL at which payers reach the gateway', () => {
  let folder = '';
  let store: TestStore;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-url-'));
    store = await openStore(await createMigratedFile(join(folder, 'gateway.sqlite')));
  });
  after(async () => {
    await store.db.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const [words, args] of COMMANDS) {
    it(`${words} signs and sends nothing`, async () => {
      const environment = {
        DATABASE_URL: store.url,
        GATEWAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      };
      const { code, err } = await runCommand(environment, ...words.split(' '), ...args);
      assert.match(err, /GATEWAY_PUBLIC_URL must be the URL that `serve` uses/);
      assert.equal(code, 2);
      assert.deepEqual(await store.db.kysely.selectFrom('retirements').select('id').execute(), []);
    });
  }
});
