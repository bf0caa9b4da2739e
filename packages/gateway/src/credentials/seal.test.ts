import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSealer, keyIdOf, SealError, sealedUnder } from './seal.ts';

const [FIRST, SECOND] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

it('a sealed secret opens for its own purpose only, also the second time', () => {
  const sealer = createSealer(FIRST);
  const sealed = sealer.seal('secret', 'key_1');
  for (const _ of [1, 2]) {
    assert.equal(sealer.open(sealed, 'key_1'), 'secret');
    assert.throws(() => sealer.open(sealed, 'key_2'), SealError);
  }
});

it('opens a secret that an earlier version sealed', () => {
  const sealed = '02d25eca.POKq1-Ga-AnhCwj1brcybeOuEUvCP5mj0IgfKWQ68hWIK9H1fw';
  assert.equal(createSealer(FIRST).open(sealed, 'key_1'), 'é secret');
});

it('does not open a sealed secret that was changed or shortened', () => {
  const sealer = createSealer(FIRST);
  const [id, text = ''] = sealer.seal('', 'p').split('.');
  const bytes = Buffer.from(text, 'base64url');
  const open = (some: Uint8Array): string =>
    sealer.open(`${id}.${Buffer.from(some).toString('base64url')}`, 'p');
  assert.equal(open(bytes), '');
  // A part of the tag would be easier to guess.
  for (const length of [0, 12, 16, 20, 24, 27])
    assert.throws(() => open(bytes.subarray(0, length)), SealError);
  for (let index = 0; index < bytes.length; index += 1)
    assert.throws(() => open(bytes.map((byte, at) => (at === index ? byte ^ 1 : byte))), SealError);
});

it('the error for a value that is not sealed does not show it: it may be the secret itself', () => {
  const sealer = createSealer(FIRST);
  for (const plain of ['', 'whsec_plain', 'plain.text', '0123456789.AAAA']) {
    assert.equal(sealedUnder(plain), '');
    assert.throws(() => sealer.open(plain, 'p'), {
      message: 'a sealed secret was changed, or belongs elsewhere',
    });
  }
});

it('with two keys, the first seals and both open; a key shorter than 32 bytes is refused', () => {
  const [before, both] = [createSealer(FIRST), createSealer(SECOND, FIRST)];
  const old = before.seal('secret', 'p');
  assert.equal(both.open(old, 'p'), 'secret');
  const fresh = both.seal('secret', 'p');
  assert.deepEqual([sealedUnder(old), sealedUnder(fresh)], [keyIdOf(FIRST), keyIdOf(SECOND)]);
  assert.equal(both.open(fresh, 'p'), 'secret');
  assert.throws(() => before.open(fresh, 'p'), /was sealed under master key .{8}, this process has .{8}$/);
  assert.throws(() => createSealer(FIRST.subarray(1)), SealError);
  assert.throws(() => createSealer(FIRST, Buffer.alloc(16)), SealError);
});
