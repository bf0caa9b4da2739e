/** Entries of packed lists are found in place, and text that only looks like an entry is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packedEntries, packedEntry, packedRow } from './packed-entry.ts';

const LIST = 'LX 1;LX 2;OS LX 3;LXA 4;LX 5';

test('finds the first entry that begins with a key, and all of them', () => {
  assert.equal(packedEntry(LIST, ';', 'LX '), 'LX 1');
  assert.equal(packedEntry(LIST, ';', 'OS '), 'OS LX 3');
  assert.deepEqual(packedEntries(LIST, ';', 'LX '), ['LX 1', 'LX 2', 'LX 5']);
  assert.deepEqual(packedEntries(LIST, ';', 'LXA '), ['LXA 4']);
});

test('does not find a key inside an entry', () => {
  assert.equal(packedEntry(LIST, ';', 'X '), undefined);
  assert.deepEqual(packedEntries(LIST, ';', 'X '), []);
  assert.deepEqual(packedEntries('', ';', 'LX '), []);
});

test('does not find a key across two rows of fixed width', () => {
  const rows = 'AB1BC2CD3';
  assert.equal(packedRow(rows, 3, 'AB'), 0);
  assert.equal(packedRow(rows, 3, 'CD'), 6);
  assert.equal(packedRow(rows, 3, '1B'), -1);
  assert.equal(packedRow(rows, 3, 'XY'), -1);
  assert.equal(packedRow('xABAB1', 3, 'AB'), 3);
});
