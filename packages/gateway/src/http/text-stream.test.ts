import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { textStream } from './text-stream.ts';

it('a long body leaves others a turn between its parts', async () => {
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
