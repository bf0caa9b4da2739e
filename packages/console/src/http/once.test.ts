import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../service/refusal.ts';
import { onceField, readOnce } from './once.ts';

const ONCE = 'b3a1c9de-0f42-4c0e-9a51-6f3f5a0d7c11';

async function written(): Promise<string> {
  return /^<input type="hidden" name="once" value="([^"]+)">$/.exec(String(await onceField()))?.[1] ?? '';
}

describe('the field that makes a form count once', () => {
  it('differs in each rendering, and is read as it was written', async () => {
    const [first, second] = [await written(), await written()];
    assert.notEqual(first, second);
    for (const once of [first, second]) assert.equal(readOnce(new Map([['once', once]])), once);
  });

  for (const [name, value] of [
    ['missing', undefined],
    ['empty', ''],
    ['a word', 'again'],
    ['in capitals', ONCE.toUpperCase()],
    ['with a line after it', `${ONCE}\nx`],
    ['with a line before it', `x\n${ONCE}`],
    ['twice as long', ONCE + ONCE],
    ['very long', 'a'.repeat(60_000)],
    ['with other digits', ONCE.replace('b', '٣')],
  ] as const) {
    it(`is refused if it is ${name}`, () => {
      const form = new Map(value === undefined ? [] : [['once', value]]);
      assert.throws(() => readOnce(form), Refusal);
    });
  }
});
