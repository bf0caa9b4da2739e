import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from '../input/validation.ts';
import {
  formatSerials,
  parseSerials,
  type SerialRange,
  serialCount,
  serialRangeSchema,
  serialsOverlap,
} from './serials.ts';

const READ: [text: string, range: SerialRange | undefined][] = [
  ['VCU-2021-0001..VCU-2021-0250', { block: 'VCU-2021-*', first: 1, last: 250, digits: 4 }],
  ['VCS-1764 VCU-7', { block: 'VCS-1764VCU-*', first: 7, last: 7 }],
  ['6189-1-VCU-034..6189-19-VCU-034', { block: '6189-*-VCU-034', first: 1, last: 19 }],
  ['GS1-1-IN-GS7071-16-2021-22541-1', { block: 'GS1-1-IN-GS7071-16-2021-22541-*', first: 1, last: 1 }],
  ['7..9', { block: '*', first: 7, last: 9 }],
  ['A-0..A-5', { block: 'A-*', first: 0, last: 5 }],
  ['A-10..A-25', { block: 'A-*', first: 10, last: 25 }],
  ['A-0', { block: 'A-*', first: 0, last: 0 }],
  ['A-07..A-09', { block: 'A-*', first: 7, last: 9, digits: 2 }],
  ['A-07..A-100', { block: 'A-*', first: 7, last: 100, digits: 2 }],
  ['A-0000000000000001', { block: 'A-*', first: 1, last: 1, digits: 16 }],
  ['A-00000000000000001', undefined],
  ['A-2..A-1', undefined],
  ['A-1..B-2', undefined],
  ['A-1-1..A-2-2', undefined],
  ['A-1..A-1-1', undefined],
  ['A-1-..A-1-1', undefined],
  ['A-1..A-2..A-3', undefined],
  ['A..B', undefined],
  ['A-*-1', undefined],
  ['A-1..A-99999999999999999999', undefined],
  ['', undefined],
];

describe('serial numbers', () => {
  for (const [text, range] of READ) {
    it(`${text || '(nothing)'} ${range ? 'is read' : 'is refused'}`, () => {
      assert.deepEqual(parseSerials(text), range);
      if (range) assert.equal(formatSerials(range), text.replace(' ', ''));
    });
  }

  it('may be padded if the last number has as many digits as the first', () => {
    assert.deepEqual(parseSerials('A-07..A-9'), { block: 'A-*', first: 7, last: 9 });
  });

  it('overlap with and without leading zeros', () => {
    const padded = parseSerials('A-007-01..A-007-09');
    const plain = parseSerials('a-7-9..a-7-12');
    assert.ok(padded && plain && serialsOverlap(padded, plain));
  });

  for (const block of ['A-0*', '*1', 'A-', 'A-*-*', 'A *']) {
    it(`have no block ${block}, with which one credit could be written in two ways`, () => {
      assert.equal(serialRangeSchema.safeParse({ block, first: 1, last: 1 }).success, false);
    });
  }

  const BOUNDS: [name: string, allowed: object, refused: object][] = [
    ['a block of 200 characters', { block: '*'.padStart(200, 'A') }, { block: '*'.padStart(201, 'A') }],
    ['the number 0', { first: 0 }, { first: -1 }],
    ['2 digits', { digits: 2 }, { digits: 1 }],
    ['16 digits', { digits: 16 }, { digits: 17 }],
  ];
  for (const [name, allowed, refused] of BOUNDS)
    it(`accept ${name}, and nothing beyond`, () => {
      const isRange = (change: object): boolean =>
        serialRangeSchema.safeParse({ block: 'A-*', first: 1, last: 1, ...change }).success;
      assert.deepEqual([isRange(allowed), isRange(refused)], [true, false]);
    });

  it('end at their first number or after it', () => {
    assert.throws(() => parse(serialRangeSchema, { block: 'A-*', first: 2, last: 1 }), {
      message: 'last: must not be below first',
    });
  });

  it('are counted with both ends', () => {
    assert.equal(serialCount({ block: '*', first: 3, last: 3 }), 1);
    assert.equal(serialCount({ block: '*', first: 1, last: 250 }), 250);
  });

  const ACROSS: [one: SerialRange, other: SerialRange, overlaps: boolean][] = [
    [{ block: 'VCU-1-*', first: 1, last: 10 }, { block: 'VCU-*-5', first: 1, last: 1 }, true],
    [{ block: 'vcu-001-*', first: 1, last: 10 }, { block: 'VCU-*-05', first: 1, last: 3 }, true],
    [{ block: 'VCU-1-*', first: 1, last: 10 }, { block: 'VCU-*-11', first: 1, last: 1 }, false],
    [{ block: 'A-*-', first: 1, last: 1 }, { block: 'A-*-1', first: 1, last: 1 }, false],
    [{ block: 'VCU-4-*', first: 1, last: 10 }, { block: 'VCU-*-5', first: 1, last: 3 }, false],
    [
      { block: '*-90071992547409931', first: 1, last: 1 },
      { block: '*-90071992547409932', first: 1, last: 1 },
      false,
    ],
  ];
  for (const [one, other, overlaps] of ACROSS) {
    it(`${formatSerials(one)} ${overlaps ? 'shares a credit with' : 'stands apart from'} ${formatSerials(other)}`, () => {
      assert.equal(serialsOverlap(one, other), overlaps);
      assert.equal(serialsOverlap(other, one), overlaps);
    });
  }

  const a = { block: 'A-*', first: 10, last: 20 };
  const OVERLAPS: [SerialRange, boolean][] = [
    [{ block: 'A-*', first: 20, last: 30 }, true],
    [{ block: 'a-*', first: 1, last: 10 }, true],
    [{ block: 'A-*', first: 12, last: 13 }, true],
    [{ block: 'A-*', first: 21, last: 30 }, false],
    [{ block: 'B-*', first: 10, last: 20 }, false],
    [{ block: 'A-*-1', first: 10, last: 20 }, false],
  ];
  for (const [other, overlaps] of OVERLAPS) {
    it(`${formatSerials(a)} ${overlaps ? 'overlaps' : 'stands apart from'} ${formatSerials(other)}`, () => {
      assert.equal(serialsOverlap(a, other), overlaps);
      assert.equal(serialsOverlap(other, a), overlaps);
    });
  }
});

it('parses the block of a range once for many comparisons', () => {
  let read = 0;
  const ranges = Array.from({ length: 20 }, (_, at) => ({
    get block() {
      read += 1;
      return 'A-1-*';
    },
    first: at,
    last: at,
  }));
  for (const one of ranges)
    for (const other of ranges) assert.equal(serialsOverlap(one, other), one === other);
  assert.equal(read, ranges.length);
});
