import assert from 'node:assert/strict';
import test from 'node:test';
import { breakableParts, breakLines } from './break-lines.ts';

/** Measures a text by its number of characters. */
const measure = (text: string): number => [...text].length;

const cases: [name: string, text: string, width: number, lines: string[]][] = [
  ['after spaces, which stay at the end', 'one two three', 7, ['one two ', 'three']],
  ['a space at the end takes no room', 'one two', 3, ['one ', 'two']],
  ['anywhere between Japanese characters', 'これは試験です', 3, ['これは', '試験で', 'す']],
  ['not before a full stop', 'これは。はい', 3, ['これ', 'は。は', 'い']],
  ['not after an opening bracket', 'これ「は」', 3, ['これ', '「は」']],
  ['not within a Latin word', 'これは PDF です', 6, ['これは ', 'PDF です']],
  ['a word wider than the line, anywhere', 'see abcdefgh', 4, ['see ', 'abcd', 'efgh']],
  ['a word that fills its lines, with the space at its end', 'abcdef gh', 3, ['abc', 'def ', 'gh']],
  ['after a Japanese character behind a bracket', 'ab「はcd', 4, ['ab「は', 'cd']],
  ['letters with their marks', 'क्षक्षक्ष', 3, ['क्ष', 'क्ष', 'क्ष']],
  ['an empty text is one line', '', 5, ['']],
];
for (const [name, text, width, lines] of cases) {
  test(name, () => {
    assert.deepEqual(breakLines(text, width, measure), lines);
    assert.equal(breakableParts(text).join(''), text);
  });
}
