import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { startGateway } from '../src/index.ts';
import { callerOf } from '../src/testing/caller.ts';

const run = promisify(execFile);

it('a full disk is 503; what was acknowledged before stays, and orders go on with room again', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-disk-'));
  const disk = join(folder, 'disk');
  await mkdir(disk);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
  } catch {
    await rm(folder, { recursive: true });
    return context.skip('this account may not mount a small disk');
  }
  const gateway = await startGateway({ databaseUrl: `sqlite:${join(disk, 'gateway.sqlite')}` });
  try {
    const caller = callerOf(gateway.url);
    const body = { emission_amount: 1, user: { name: 'n'.repeat(190) } };
    const acknowledged = new Set<string>();
    const refused: number[] = [];
    // Several at once share a commit: one that fails for want of room must not take the word of another with it.
    while (refused.length < 50) {
      const calls = Array.from({ length: 20 }, () => caller.post('/offset-gateway/orders', body));
      for (const { status, json } of await Promise.all(calls)) {
        if (status === 201) acknowledged.add(json.order_id);
        else refused.push(json.error);
      }
    }
    assert.deepEqual([...new Set(refused)], [50301]);
    assert.ok(acknowledged.size > 0);
    await run('mount', ['-o', 'remount,size=16m', disk]);
    assert.equal((await caller.post('/offset-gateway/orders', body)).status, 201);
    for (const id of acknowledged)
      assert.equal((await caller.get(`/offset-gateway/orders/${id}`)).status, 200, `${id} is lost`);
  } finally {
    await gateway.close();
    await run('umount', [disk]);
    await rm(folder, { recursive: true });
  }
});
