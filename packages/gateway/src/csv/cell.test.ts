import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvCell, jsonForCell, type Value } from './cell.ts';

describe('cells', () => {
  const cases: [value: Value, cell: string][] = [
    [null, ''],
    [-1.5, '-1.5'],
    [{ minor: -320, currency: 'EUR' }, '-3.20'],
    [{ minor: 0, currency: 'EUR' }, '0.00'],
    [{ minor: 1, currency: 'EUR' }, '0.01'],
    [{ minor: 100, currency: 'JPY' }, '100'],
    [{ minor: -100, currency: 'JPY' }, '-100'],
    [{ minor: 5, currency: 'KWD' }, '0.005'],
    ['-1', "'-1"],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['+1', "'+1"],
    ['@cmd', "'@cmd"],
    ['a;=1+1', '"a;\'=1+1"'],
    ['a\t=1+1', '"a\t\'=1+1"'],
    ['a\r\n@x', '"a\r\'\n\'@x"'],
    ['a|-1', '"a|\'-1"'],
    ['\t1', '"\'\t1"'],
    ['\r1', '"\'\r1"'],
    [' =1', "' =1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['"=1', '"\'""=1"'],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['Anna-Maria O’Neill', 'Anna-Maria O’Neill'],
    ['zoe+offset@mail.example', 'zoe+offset@mail.example'],
  ];
  for (const [value, cell] of cases) it(JSON.stringify(value), () => assert.equal(csvCell(value), cell));

  /** Splits like a reader that knows no quotes, at the separators of all locales. */
  const parts = (cell: string): string[] => cell.split(/[;,|\t\r\n]/);
  const signs = fc.constantFrom(...'=+-@＝＋－＠﹦﹢﹣﹫−');
  const filling = fc.constantFrom(
    ...['a', '1', ' ', '"', "'", ';', ',', '|', '\t', '\r', '\n', '\u00a0', '\u200b'],
  );
  const texts = fc.array(fc.oneof(signs, filling), { maxLength: 12 }).map((letters) => letters.join(''));
  function hasNoFormula(cell: string): void {
    for (const part of parts(cell)) assert.doesNotMatch(part, /^[\s\p{C}"]*[=+\-@＝＋－＠﹦﹢﹣﹫−]/u);
  }

  it('hold no formula, wherever a reader splits them', () => {
    fc.assert(fc.property(texts, (text) => hasNoFormula(csvCell(text))));
  });

  it('keep the names and values of an object as JSON, and hold no formula', () => {
    fc.assert(
      fc.property(fc.dictionary(texts, texts), (pairs) => {
        const json = JSON.stringify(pairs);
        const cell = csvCell(jsonForCell(json));
        hasNoFormula(cell);
        const [[read = ''] = []] = parse(cell) as string[][];
        assert.equal(JSON.stringify(JSON.parse(read)), json);
      }),
    );
  });
});
