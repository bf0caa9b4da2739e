import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timeSpan } from './time-span.ts';

const spans: readonly [seconds: number, text: string][] = [
  [0, '0 s'],
  [-3.4, '3 s'],
  [119.4, '119 s'],
  [119.6, '2 min'],
  [7169, '119 min'],
  [7170, '2 h'],
  [-25 * 3600, '25 h'],
  [71 * 3600, '71 h'],
  [72 * 3600, '3 days'],
  [400 * 86_400, '400 days'],
];

describe('a time span in words', () => {
  for (const [seconds, text] of spans) it(text, () => assert.equal(timeSpan(seconds * 1000), text));
});
