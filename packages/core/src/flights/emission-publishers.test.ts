import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from '../input/validation.ts';
import { createOrderSchema } from '../orders/order.ts';

const read = (emission_publishers: unknown) =>
  parse(createOrderSchema, { emission_amount: 1, emission_publishers }).emission_publishers;
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `Agency ${index}`);

describe('the publishers of an order', () => {
  for (const [name, publishers] of [
    ['none', []],
    ['as many as may be', names(12)],
    ['names of any script, as long as may be', ['国土交通省', 'हवाई', 'وزارة النقل', 'n'.repeat(80)]],
    ['text that is no markup until somebody makes it so', ['<b>Agency</b> & "Co"']],
  ] as const)
    it(`are accepted: ${name}`, () => assert.deepEqual(read(publishers), publishers));

  for (const [name, publishers, message] of [
    ['text alone', 'ICAO', /^emission_publishers: must be an array, not a string$/],
    ['more than may be', names(13), /^emission_publishers: must hold at most 12 names, not 13$/],
    ['ten thousand', names(10_000), /^emission_publishers: must hold at most 12 names, not 10000$/],
    ['a number', ['ICAO', 7], /^emission_publishers\[1\]: must be a string, not 7$/],
    ['an empty name', ['ICAO', 'EASA', ''], /^emission_publishers\[2\]: /],
    ['a blank name', [' '], /^emission_publishers\[0\]: must hold printable/],
    ['a long name', ['n'.repeat(81)], /^emission_publishers\[0\]: must have at most 80 characters, not 81$/],
    ['a line break', ['ICAO\nEASA'], /^emission_publishers\[0\]: must hold printable/],
    ['a null character', ['ICAO\0'], /^emission_publishers\[0\]: must hold printable/],
    ['a line separator', ['ICAO\u2028EASA'], /^emission_publishers\[0\]: must hold printable/],
    ['text turned around', ['ICAO \u202eASAE'], /^emission_publishers\[0\]: .*direction marks/],
    ['an isolate left open', ['\u2067ICAO'], /^emission_publishers\[0\]: .*direction marks/],
  ] as const)
    it(`are refused, and the message names the field: ${name}`, () => {
      assert.throws(() => read(publishers), { message });
    });
});
