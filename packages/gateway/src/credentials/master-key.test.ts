import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { readMasterKey } from './master-key.ts';

const KEY = Buffer.alloc(32, 5);
const TEXT = KEY.toString('base64');

it('a master key is 32 bytes, in a variable or in a file that not every account can read', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-key-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'key');
  await writeFile(file, `${TEXT}\n`);
  const read = (given: Record<string, string>): unknown => {
    const faults: string[] = [];
    const key = readMasterKey(given, faults);
    assert.ok(faults.every((fault) => !fault.includes(TEXT)));
    return key ? Buffer.from(key).equals(KEY) && faults.length === 0 : faults.join();
  };
  assert.equal(read({ GATEWAY_MASTER_KEY: TEXT }), true);
  assert.match(
    String(read({})),
    /^one of GATEWAY_MASTER_KEY and GATEWAY_MASTER_KEY_FILE must be set .*, or --sandbox given/,
  );
  for (const length of [0, 16, 31, 33, 64]) {
    const GATEWAY_MASTER_KEY = Buffer.alloc(length, 5).toString('base64');
    assert.equal(read({ GATEWAY_MASTER_KEY }), 'GATEWAY_MASTER_KEY must be base64 of 32 bytes');
  }
  await chmod(file, 0o640);
  assert.equal(read({ GATEWAY_MASTER_KEY_FILE: file }), true);
  assert.equal(
    read({ GATEWAY_MASTER_KEY: TEXT, GATEWAY_MASTER_KEY_FILE: file }),
    'only one of GATEWAY_MASTER_KEY and GATEWAY_MASTER_KEY_FILE may be set',
  );
  assert.match(String(read({ GATEWAY_MASTER_KEY_FILE: join(folder, 'none') })), /_FILE cannot be read/);
  if (process.platform === 'win32') return;
  await chmod(file, 0o644);
  assert.match(String(read({ GATEWAY_MASTER_KEY_FILE: file })), /can be read by every account/);
  assert.equal(read({ GATEWAY_MASTER_KEY_FILE: file, GATEWAY_ALLOW_READABLE_KEY_FILE: '1' }), true);
});
