import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readBody, readJsonBody } from './read-body.ts';

const LIMITS = { maxBytes: 10, timeoutMs: 10_000 };

function post(body: BodyInit | null, type = 'application/json'): Request {
  return new Request('https://merchant.example/', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
    ...({ duplex: 'half' } as object),
  });
}

/** A body that sends its parts and then ends as the test requires. */
function stream(parts: readonly string[], end: 'close' | 'break' | 'stall'): ReadableStream<Uint8Array> {
  const left = parts.map((part) => new TextEncoder().encode(part));
  return new ReadableStream({
    pull(controller) {
      const part = left.shift();
      if (part) controller.enqueue(part);
      else if (end === 'close') controller.close();
      else if (end === 'break') controller.error(new Error('reset'));
      else return new Promise(() => undefined);
    },
  });
}

test('parts are joined as they came', async () => {
  assert.deepEqual(
    await readBody(post(stream(['a', 'bc', 'd'], 'close')), LIMITS),
    new TextEncoder().encode('abcd'),
  );
  assert.deepEqual(await readBody(post(null), LIMITS), new Uint8Array());
});

test('a body in tiny pieces costs no more memory than its size', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const packet = new TextEncoder().encode('some bytes');
  let sent = 0;
  let finish = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const at = sent % packet.length;
      if (sent < 20_000) controller.enqueue(packet.subarray(at, at + 1));
      else finish = () => controller.close();
      sent += 1;
    },
  });
  const request = post(body);
  collect();
  const before = process.memoryUsage().heapUsed;
  const read = readBody(request, { maxBytes: 20_000, timeoutMs: 10_000 });
  while (sent <= 20_000) await new Promise((resolve) => setTimeout(resolve, 10));
  collect();
  const kept = process.memoryUsage().heapUsed - before;
  finish();
  assert.equal(new TextDecoder().decode(await read), 'some bytes'.repeat(2000));
  assert.ok(kept < 4_000_000, `${kept} bytes`);
});

test('a body of exactly the maximum is read', async () => {
  for (const body of ['x'.repeat(10), stream(['x'.repeat(10)], 'close')]) {
    const request = post(body);
    assert.equal((await readBody(request, LIMITS)).length, 10);
  }
  const stated = new Request(post('x'.repeat(10)), {
    headers: { 'content-type': 'application/json', 'content-length': '10' },
  });
  assert.equal((await readBody(stated, LIMITS)).length, 10);
});

test('stops reading a body that is too large, and leaves no timer', async () => {
  let isLeft = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(6)),
    cancel() {
      isLeft = true;
    },
  });
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await assert.rejects(readBody(post(body), LIMITS), { status: 413 });
  assert.ok(isLeft);
  // Another timer may have ended meanwhile.
  assert.ok(timers() <= before);
});

const REFUSED: readonly [name: string, body: () => BodyInit, status: number][] = [
  ['too large at once', () => 'x'.repeat(11), 413],
  ['too large bit by bit', () => stream(['xxxxxx', 'xxxxxx'], 'stall'), 413],
  ['broken off', () => stream(['{'], 'break'), 400],
];

for (const [name, body, status] of REFUSED) {
  test(`${name}: ${status}`, async () => {
    await assert.rejects(readBody(post(body()), LIMITS), { code: 'bad_request', status, field: 'body' });
  });
}

test('refuses a body whose stated length is too large without waiting for it', async () => {
  const stated = new Request(post(stream(['{'], 'stall')), {
    headers: { 'content-type': 'application/json', 'content-length': '11' },
  });
  await assert.rejects(readBody(stated, LIMITS), { status: 413 });
});

test('refuses a body that stalls after the time limit', async () => {
  await assert.rejects(readBody(post(stream(['{'], 'stall')), { ...LIMITS, timeoutMs: 5 }), { status: 408 });
});

test('only JSON in UTF-8 under its own type is read as JSON', async () => {
  assert.deepEqual(await readJsonBody(post('{"a":1}', 'application/json; charset=utf-8'), LIMITS), { a: 1 });
  assert.deepEqual(await readJsonBody(post('\uFEFF[1]'), LIMITS), [1]);
  assert.deepEqual(await readJsonBody(post('[1]', 'Application/JSON'), LIMITS), [1]);
  const others = ['text/plain', 'text/plain; application/json', 'application/x-www-form-urlencoded'];
  for (const type of [...others, 'application/jsonp', '']) {
    await assert.rejects(readJsonBody(post('{}', type), LIMITS), { status: 415 }, type);
  }
  await assert.rejects(readJsonBody(post(new Uint8Array([0x22, 0xff, 0x22])), LIMITS), { status: 400 });
});
