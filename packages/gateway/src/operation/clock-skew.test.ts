import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../config.ts';
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

it('a gateway whose clock was ahead when it last ran starts with the setting that the refusal names, and then without', async () => {
  const db = openDatabase('sqlite::memory:');
  await migrate(db);
  const ranAt = (at: number): Promise<void> => noteRun(db, { now: () => at, check: async () => undefined });
  // A mistyped year.
  await ranAt(Date.now() + 20_000 * HOUR_MS);
  const refused = await requireRightClock(db, 60_000).catch(String);
  const [, seconds] =
    /If it is right, it was ahead then: .* GATEWAY_MAX_CLOCK_SKEW_SECONDS=(\d+)\.$/.exec(refused ?? '') ?? [];
  const { GATEWAY_MAX_CLOCK_SKEW_SECONDS: allowed } = readConfig(
    { GATEWAY_MAX_CLOCK_SKEW_SECONDS: seconds },
    { sandbox: true },
  );
  await requireRightClock(db, allowed * 1000);
  await ranAt(Date.now());
  await requireRightClock(db, 60_000);
  await db.close();
});
