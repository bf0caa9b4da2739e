import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase } from '../../store/open-database.ts';
import { exportCsv } from './export-csv.ts';

it('many exports at once read one page at a time, their first ones too', async () => {
  const db = openDatabase('sqlite::memory:');
  let reading = 0;
  let most = 0;
  const readPage = async () => {
    reading += 1;
    most = Math.max(most, reading);
    for (let i = 0; i < 3; i += 1) await nextTurn();
    reading -= 1;
    return [];
  };
  const exports = [1, 2, 3].map(async () => text(await exportCsv(db, 'mer_1', readPage)));
  for (const csv of await Promise.all(exports)) assert.match(csv, /^order_id,/);
  assert.equal(most, 1);
  await db.close();
});
