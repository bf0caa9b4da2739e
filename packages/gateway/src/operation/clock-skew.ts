import type { Database } from '../store/engine.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import { type SharedClock, witnessesOf } from '../store/shared-clock.ts';
import { timeSpan } from '../time-span.ts';

/** This machine's clock cannot be right. */
export class ClockError extends Error {
  override readonly name = 'ClockError';
  readonly code = 'clock_skew';
}

const NAME = 'clock';

/**
 * Refuses to work with a wrong clock: more than `maxSkewMs` off PostgreSQL's or, on SQLite, behind the time at which a
 * gateway last ran on this database.
 * @throws ClockError which states the difference and the next step.
 */
export async function requireRightClock(
  db: Pick<Database, 'engine' | 'kysely'>,
  maxSkewMs: number,
): Promise<void> {
  const { database, machine } = witnessesOf(db);
  if (!database) return requireAfterLastRun(db, machine, maxSkewMs);
  const reference = await database();
  const skew = machine() - reference;
  if (Math.abs(skew) <= maxSkewMs) return;
  const off = `${timeSpan(skew)} ${skew < 0 ? 'behind' : 'ahead of'} the database's clock`;
  throw new ClockError(
    `This machine's clock is ${off}. Set the clock by NTP, then start again; GATEWAY_MAX_CLOCK_SKEW_SECONDS says how much is allowed.`,
  );
}

/** Only a clock behind is refused: nobody can know whether the time since the last run is too long. */
async function requireAfterLastRun(
  db: Pick<Database, 'kysely'>,
  machine: () => number,
  maxSkewMs: number,
): Promise<void> {
  const last = await readLastRun(db);
  const behindMs = last === undefined ? 0 : last - machine();
  if (behindMs <= maxSkewMs) return;
  // The start records the right time; after that, the setting is not needed.
  const remedy = `start serve once with GATEWAY_MAX_CLOCK_SKEW_SECONDS=${secondsToAllow(behindMs)}`;
  throw new ClockError(
    `This machine's clock is ${timeSpan(behindMs)} behind the time at which the gateway last ran. Set the clock by NTP, then start again. If it is right, it was ahead then: ${remedy}.`,
  );
}

/** Rounds up to whole minutes and adds one, because time passes until somebody reads it. */
function secondsToAllow(behindMs: number): number {
  return (Math.ceil(behindMs / 60_000) + 1) * 60;
}

/** Records that a gateway runs, for {@link requireRightClock}, if the database has no clock of its own. */
export async function recordRun({ engine, kysely }: Database, clock: SharedClock): Promise<void> {
  if (engine === 'postgres') return;
  await writeSetting(kysely, NAME, String(clock.now()));
}

async function readLastRun({ kysely }: Pick<Database, 'kysely'>): Promise<number | undefined> {
  const kept = await readSetting(kysely, NAME);
  return kept === undefined ? undefined : Number(kept);
}
