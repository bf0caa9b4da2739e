import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startThread } from './start-thread.ts';

it('a thread whose file cannot be read ends alone, and says so to whoever waits for it', async () => {
  const worker = startThread('no-such-thread', import.meta.url);
  // By itself it keeps no process running.
  worker.ref();
  assert.equal(await new Promise((resolve) => worker.once('exit', resolve)), 1);
});
