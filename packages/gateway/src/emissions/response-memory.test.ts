import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createResponseMemory, type ResponseMemory } from './response-memory.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Keeps a response as the second request of the same bytes does. */
function keep(memory: ResponseMemory, name: string, request: Uint8Array, response: string): void {
  memory.keep(name, request, bytes(response));
  memory.keep(name, request, bytes(response));
}

describe('responses by the bytes of their requests', () => {
  it('are found by the same bytes alone', () => {
    const memory = createResponseMemory();
    keep(memory, 'a', bytes('request'), '1');
    assert.deepEqual(memory.find('a', bytes('request')), bytes('1'));
    assert.equal(memory.find('a', bytes('request ')), undefined);
    assert.equal(memory.find('b', bytes('request')), undefined);
  });

  it('are kept from the second time on', () => {
    const memory = createResponseMemory();
    memory.keep('a', bytes('request'), bytes('1'));
    assert.equal(memory.find('a', bytes('request')), undefined);
    memory.keep('a', bytes('request'), bytes('1'));
    assert.deepEqual(memory.find('a', bytes('request')), bytes('1'));
  });

  it('are not confused where two requests have one name', () => {
    const memory = createResponseMemory();
    keep(memory, 'a', bytes('one'), '1');
    assert.equal(memory.find('a', bytes('two')), undefined);
    keep(memory, 'a', bytes('two'), '2');
    assert.deepEqual(memory.find('a', bytes('two')), bytes('2'));
    assert.equal(memory.find('a', bytes('one')), undefined);
  });

  it('keep no reference to a buffer which its owner writes to again', () => {
    const memory = createResponseMemory();
    const request = bytes('request');
    keep(memory, 'a', request, '1');
    request.fill(0);
    assert.deepEqual(memory.find('a', bytes('request')), bytes('1'));
  });

  it('stay within their bounds: those not used lately are forgotten', () => {
    const memory = createResponseMemory(6);
    const isKept = (name: string): boolean => memory.find(name, bytes(name)) !== undefined;
    const learn = (name: string): void => keep(memory, name, bytes(name), '1');
    learn('a');
    learn('b');
    learn('c');
    assert.ok(isKept('a'));
    learn('d');
    assert.deepEqual(['a', 'b', 'c', 'd'].map(isKept), [true, false, true, true]);
    learn('too large');
    assert.equal(isKept('too large'), false);
    keep(memory, 'x'.repeat(201), bytes('x'), '1');
    assert.equal(memory.find('x'.repeat(201), bytes('x')), undefined);
  });
});
