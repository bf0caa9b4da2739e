import assert from 'node:assert/strict';
import { it } from 'node:test';
import { migrate } from '../store/migrate.ts';
import { openDatabase } from '../store/open-database.ts';
import { noteRun, requireRightClock } from './clock-skew.ts';

const HOUR_MS = 3_600_000;

it('a gateway on a file starts however long it stood still, and not before it last ran', async () => {
  const db = openDatabase('sqlite::memory:');
  await migrate(db);
  const lastRan = (hoursAgo: number): Promise<void> =>
    noteRun(db, { now: () => Date.now() - hoursAgo * HOUR_MS, check: async () => undefined });
  await requireRightClock(db, 60_000);
  await lastRan(9000);
  await requireRightClock(db, 60_000);
  await lastRan(-2);
  await assert.rejects(
    requireRightClock(db, 60_000),
    /clock is 2 h behind the time at which the gateway last ran/,
  );
  await requireRightClock(db, 3 * HOUR_MS);
  await db.close();
});
