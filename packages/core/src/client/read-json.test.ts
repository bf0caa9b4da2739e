import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readJson } from './read-json.ts';

it('an endless response is read up to 64 MiB, and cancelled', async () => {
  const chunk = new Uint8Array(8 * 1024 * 1024);
  let sent = 0;
  let left = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(chunk);
    },
    cancel() {
      left = true;
    },
  });
  assert.deepEqual(await readJson(new Response(endless)), { ok: false, what: 'more than 67108864 bytes' });
  assert.ok(left && sent <= 10, `${sent} chunks`);
});
