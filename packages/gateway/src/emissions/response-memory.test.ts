import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiKeyRow } from '../store/schema.ts';
import { createResponseMemory, type ResponseMemory, type SignedRequest } from './response-memory.ts';

const KEY: ApiKeyRow = {
  id: 'key_1',
  merchant_id: 'merchant',
  label: '',
  key_hash: 'hash',
  scheme: 'hmac-sha256',
  encoding: 'hex',
  sealed_secret: 'sealed',
  public_key: null,
  created_at: 0,
  revoked_at: null,
};

const signed = (signature: string, body: Uint8Array, key: ApiKeyRow = KEY): SignedRequest => ({
  signature,
  key,
  body,
});

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Stores a response by two requests of the same bytes. */
function keep(memory: ResponseMemory, signature: string, body: Uint8Array, response: string): void {
  memory.keep(signed(signature, body), bytes(response));
  memory.keep(signed(signature, body), bytes(response));
}

describe('responses by the bytes of their requests', () => {
  it('are found by the same bytes only', () => {
    const memory = createResponseMemory();
    keep(memory, 'a', bytes('request'), '1');
    assert.deepEqual(memory.find(signed('a', bytes('request'))), bytes('1'));
    assert.equal(memory.find(signed('a', bytes('request '))), undefined);
    assert.equal(memory.find(signed('b', bytes('request'))), undefined);
  });

  it('are kept from the second request on', () => {
    const memory = createResponseMemory();
    memory.keep(signed('a', bytes('request')), bytes('1'));
    assert.equal(memory.find(signed('a', bytes('request'))), undefined);
    memory.keep(signed('a', bytes('request')), bytes('1'));
    assert.deepEqual(memory.find(signed('a', bytes('request'))), bytes('1'));
  });

  it('are not confused if two requests have the same signature', () => {
    const memory = createResponseMemory();
    keep(memory, 'a', bytes('one'), '1');
    assert.equal(memory.find(signed('a', bytes('two'))), undefined);
    keep(memory, 'a', bytes('two'), '2');
    assert.deepEqual(memory.find(signed('a', bytes('two'))), bytes('2'));
    assert.equal(memory.find(signed('a', bytes('one'))), undefined);
  });

  it('are found only with the same, unchanged credential', () => {
    const memory = createResponseMemory();
    keep(memory, 'a', bytes('request'), '1');
    const found = (changed: Partial<ApiKeyRow>): boolean =>
      memory.find(signed('a', bytes('request'), { ...KEY, ...changed })) !== undefined;
    assert.ok(found({}), 'read again from the database');
    const changes: Partial<ApiKeyRow>[] = [
      { id: 'key_2' },
      { scheme: 'hmac-sha512' },
      { encoding: 'base64' },
      { sealed_secret: 'another' },
      { sealed_secret: null, public_key: 'public' },
    ];
    for (const changed of changes) assert.equal(found(changed), false, JSON.stringify(changed));
  });

  it('keep no reference to a buffer which its owner writes to again', () => {
    const memory = createResponseMemory();
    const request = bytes('request');
    keep(memory, 'a', request, '1');
    request.fill(0);
    assert.deepEqual(memory.find(signed('a', bytes('request'))), bytes('1'));
  });

  it('stay within their limits: the least recently used is dropped, one that is too large is not kept', () => {
    const memory = createResponseMemory(6);
    const isKept = (name: string): boolean => memory.find(signed(name, bytes(name))) !== undefined;
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
    assert.equal(memory.find(signed('x'.repeat(201), bytes('x'))), undefined);
  });
});
