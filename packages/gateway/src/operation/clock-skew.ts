import type { Database } from '../store/engine.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import { type SharedClock, witnessesOf } from '../store/shared-clock.ts';
import { timeSpan } from '../time-span.ts';

/** The clock of this machine cannot be right. */
export class ClockError extends Error {
  override readonly name = 'ClockError';
  readonly code = 'clock_skew';
}

const NAME = 'clock';

/**
 * Refuses to work with a clock that is off: more than `maxSkewMs` from PostgreSQL's; or, on SQLite, behind the time at
 * which a gateway last ran on this database.
 * @throws ClockError which says by how much, and what to do.
 */
export async function requireRightClock(db: Database, maxSkewMs: number): Promise<void> {
  const { database, machine } = witnessesOf(db);
  const [reference, of] = database
    ? [await database(), "the database's clock"]
    : [await lastRun(db), 'the time at which the gateway last ran'];
  const skew = machine() - (reference ?? machine());
  // Whether a time since the last run is too long nobody can tell.
  if (Math.abs(skew) <= maxSkewMs || (!database && skew > 0)) return;
  const remedy = database
    ? 'Set the clock by NTP, then start again; GATEWAY_MAX_CLOCK_SKEW_SECONDS says how much is allowed.'
    : // It notes the right time, after which the setting is not needed.
      `Set the clock by NTP, then start again. If it is right, it was ahead then: start serve once with GATEWAY_MAX_CLOCK_SKEW_SECONDS=${secondsToAllow(skew)}.`;
  throw new ClockError(
    `This machine's clock is ${timeSpan(skew)} ${skew < 0 ? 'behind' : 'ahead of'} ${of}. ${remedy}`,
  );
}

/** In whole minutes, and one more: the clock goes on until somebody has read it. */
function secondsToAllow(skewMs: number): number {
  return (Math.ceil(Math.abs(skewMs) / 60_000) + 1) * 60;
}

/** Notes that a gateway runs, for {@link requireRightClock}: only where the database has no clock of its own. */
export async function noteRun({ engine, kysely }: Database, clock: SharedClock): Promise<void> {
  if (engine === 'postgres') return;
  await writeSetting(kysely, NAME, String(clock.now()));
}

async function lastRun({ kysely }: Database): Promise<number | undefined> {
  const kept = await readSetting(kysely, NAME);
  return kept === undefined ? undefined : Number(kept);
}
