import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makePart, textStream } from './text-stream.ts';

it('lets others have a turn between the parts of a long body', async () => {
  const order: string[] = [];
  async function* parts() {
    for (const part of ['a', 'b', 'é']) {
      order.push(part);
      setImmediate(() => order.push('another'));
      yield part;
    }
  }
  assert.equal(await text(textStream(parts())), 'abé');
  assert.deepEqual(order.slice(0, 5), ['a', 'another', 'b', 'another', 'é']);
});

it('creates one part at a time, in turns, for several long bodies', async () => {
  const order: string[] = [];
  async function* parts(body: string) {
    for (const part of [1, 2]) {
      order.push(`${body}${part} begins`);
      // Takes as long as SQLite needs to flush the writes of others.
      for (let i = 0; i < 3; i += 1) await nextTurn();
      order.push('ends');
      yield `${body}${part} `;
    }
  }
  const bodies = ['a', 'b', 'c'].map((body) => text(textStream(parts(body))));
  assert.deepEqual(await Promise.all(bodies), ['a1 a2 ', 'b1 b2 ', 'c1 c2 ']);
  const turns = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2'].flatMap((part) => [`${part} begins`, 'ends']);
  assert.deepEqual(order, turns);
});

it('a part that fails and a body that is left unread delay no other', async () => {
  let ended = false;
  async function* left() {
    try {
      yield 'a';
      yield 'b';
    } finally {
      ended = true;
    }
  }
  const reader = textStream(left()).getReader();
  await reader.read();
  await assert.rejects(
    makePart(() => Promise.reject(new Error('away'))),
    { message: 'away' },
  );
  assert.equal(await makePart(async () => 'next'), 'next');
  await reader.cancel();
  assert.ok(ended);
});
