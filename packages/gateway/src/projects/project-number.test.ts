import assert from 'node:assert/strict';
import { it } from 'node:test';
import { projectNumber } from './project-number.ts';

it('the number of a project is the last one in its identifier, or else the identifier itself', () => {
  for (const [written, number] of [
    ['1764', '1764'],
    ['VCS-1764', '1764'],
    ['VCS-001764', '1764'],
    ['ACR1129', '1129'],
    ['CAR-2 1335b', '1335'],
    ['Moorland', 'Moorland'],
  ] as const)
    assert.equal(projectNumber(written), number, written);
});
