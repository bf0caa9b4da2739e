import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startThread } from './start-thread.ts';

it('a thread whose file cannot be read exits with 1, and does not end the process', async () => {
  const worker = startThread('no-such-thread', import.meta.url);
  // By itself it keeps no process running.
  worker.ref();
  assert.equal(await new Promise((resolve) => worker.once('exit', resolve)), 1);
});
