import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase } from '../../store/open-database.ts';
import { exportCsv } from './export-csv.ts';

it('several exports at once read one page at a time, including their first ones', async () => {
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

it('of an export whose caller has left nothing more is read, and the others do not wait for it', async () => {
  const db = openDatabase('sqlite::memory:');
  const caller = new AbortController();
  const read: string[] = [];
  const started = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const pageOf = (name: string) => async () => {
    read.push(name);
    started.resolve();
    await goOn.promise;
    return [];
  };
  const exports = [
    exportCsv(db, 'mer_1', pageOf('stays')),
    exportCsv(db, 'mer_1', pageOf('leaves'), caller.signal),
    exportCsv(db, 'mer_1', pageOf('stays too'), new AbortController().signal),
  ] as const;
  const left = assert.rejects(exports[1], { name: 'AbortError' });
  await started.promise;
  caller.abort('the connection closed');
  goOn.resolve();
  await left;
  for (const one of [exports[0], exports[2]]) assert.match(await text(await one), /^order_id,/);
  assert.deepEqual(read, ['stays', 'stays too']);
  await db.close();
});

it('an export whose caller leaves while it is sent ends', async () => {
  const db = openDatabase('sqlite::memory:');
  const caller = new AbortController();
  const body = await exportCsv(db, 'mer_1', async () => [], caller.signal);
  caller.abort();
  await assert.rejects(text(body), { name: 'AbortError' });
  await db.close();
});
