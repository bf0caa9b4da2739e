import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { createResponseMemory, type ResponseMemory } from './response-memory.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Keeps a response as the second request of the same bytes does. */
function keep(memory: ResponseMemory, request: Uint8Array, response: Uint8Array<ArrayBuffer>): void {
  memory.keep(request, response);
  memory.keep(request, response);
}

describe('responses by the bytes of their requests', () => {
  it('are found by the same bytes alone', () => {
    const memory = createResponseMemory();
    const response = bytes('response');
    keep(memory, bytes('request'), response);
    assert.equal(memory.find(bytes('request')), response);
    assert.equal(memory.find(bytes('request ')), undefined);
  });

  it('are kept from the second time on', () => {
    const memory = createResponseMemory();
    memory.keep(bytes('request'), bytes('1'));
    assert.equal(memory.find(bytes('request')), undefined);
    memory.keep(bytes('request'), bytes('1'));
    assert.deepEqual(memory.find(bytes('request')), bytes('1'));
  });

  it('are not confused where checksums collide', () => {
    const [one, other] = [bytes('plumless'), bytes('buckeroo')];
    assert.equal(crc32(one), crc32(other));
    const memory = createResponseMemory();
    keep(memory, one, bytes('1'));
    assert.equal(memory.find(other), undefined);
    keep(memory, other, bytes('2'));
    assert.deepEqual(memory.find(other), bytes('2'));
    assert.equal(memory.find(one), undefined);
  });

  it('keep no reference to a buffer which its owner writes to again', () => {
    const memory = createResponseMemory();
    const request = bytes('request');
    keep(memory, request, bytes('1'));
    request.fill(0);
    assert.deepEqual(memory.find(bytes('request')), bytes('1'));
  });

  it('stay within their bounds: those not used lately are forgotten', () => {
    const memory = createResponseMemory(4);
    const isKept = (name: string): boolean => memory.find(bytes(name)) !== undefined;
    keep(memory, bytes('a'), bytes('1'));
    keep(memory, bytes('b'), bytes('1'));
    keep(memory, bytes('c'), bytes('1'));
    assert.ok(isKept('a'));
    keep(memory, bytes('d'), bytes('1'));
    assert.deepEqual(['a', 'b', 'c', 'd'].map(isKept), [true, false, true, true]);
    keep(memory, bytes('too large'), bytes('1'));
    assert.equal(isKept('too large'), false);
  });
});
