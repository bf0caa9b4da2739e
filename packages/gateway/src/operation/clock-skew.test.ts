import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../config.ts';
import { migrate } from '../store/migrate.ts';
import { openDatabase } from '../store/open-database.ts';
import { onBothEngines } from '../testing/engines.ts';
import { recordRun, requireRightClock } from './clock-skew.ts';

const HOUR_MS = 3_600_000;

it('a gateway on a file starts after any standstill, but not before the time it last ran', async () => {
  const db = openDatabase('sqlite::memory:');
  await migrate(db);
  const lastRan = (hoursAgo: number): Promise<void> =>
    recordRun(db, { now: () => Date.now() - hoursAgo * HOUR_MS, check: async () => undefined });
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

it('a gateway whose clock was ahead starts with the setting the refusal names, then without', async () => {
  const db = openDatabase('sqlite::memory:');
  await migrate(db);
  const ranAt = (at: number): Promise<void> => recordRun(db, { now: () => at, check: async () => undefined });
  // As with a mistyped year.
  await ranAt(Date.now() + 20_000 * HOUR_MS);
  const refused = await requireRightClock(db, 60_000).catch(String);
  const [, seconds] =
    /If it is right, it was ahead then: .* GATEWAY_MAX_CLOCK_SKEW_SECONDS=(\d+)\.$/.exec(refused ?? '') ?? [];
  const { GATEWAY_MAX_CLOCK_SKEW_SECONDS: allowed } = readConfig(
    { GATEWAY_MAX_CLOCK_SKEW_SECONDS: seconds },
    { sandbox: true },
  );
  // Time passes until somebody has read the message.
  await requireRightClock(db, allowed * 1000 - 60_000);
  await ranAt(Date.now());
  await requireRightClock(db, 60_000);
  await db.close();
});

onBothEngines('a gateway whose clock is off', ({ engine, emptyDatabase }) => {
  it('starts on a file, which has no clock to compare, and is refused beside PostgreSQL', async (t) => {
    const db = openDatabase(await emptyDatabase());
    await migrate(db);
    const { now } = Date;
    let offMs = 0;
    t.mock.method(Date, 'now', () => now() + offMs);
    const startsAt = async (ms: number): Promise<string> => {
      offMs = ms;
      return String(await requireRightClock(db, 60_000).catch((error: Error) => error.message));
    };
    for (const [ms, refusal] of [
      [0, undefined],
      [2 * HOUR_MS, "This machine's clock is 2 h ahead of the database's clock."],
      [-2 * HOUR_MS, "This machine's clock is 2 h behind the database's clock."],
    ] as const) {
      const expected = engine === 'postgres' && refusal !== undefined ? refusal : 'undefined';
      assert.ok((await startsAt(ms)).startsWith(expected), `${ms}`);
    }
    await db.close();
  });
});
