import { uptime } from 'node:os';
import { sql } from 'kysely';
import { timeSpan } from '../time-span.ts';
import type { Database } from './engine.ts';

/** A clock on which all processes of a database agree. */
export interface SharedClock {
  /** Milliseconds since 1970, whole. */
  readonly now: () => number;
  /**
   * Reads the database's time again. A time that suddenly differs is adopted only if the machine's clock confirms it:
   * of the database, the machine and the elapsed time, two have to agree.
   * @returns why the new time was not adopted; undefined if it was.
   */
  check(): Promise<string | undefined>;
}

/** How far clocks may differ, milliseconds: merchants refuse a webhook whose time is five minutes off. */
export const MAX_SKEW_MS = 60_000;

/** Sources of a clock's time. Moments are milliseconds since 1970; the other counters may start anywhere. */
export interface Witnesses {
  /** The clock of the database; undefined if it has none. */
  readonly database: (() => Promise<number>) | undefined;
  /** The clock of the machine, which an operator or a faulty time server may set to anything. */
  readonly machine: () => number;
  /** Elapsed milliseconds, which cannot be set; may stop while the machine sleeps. */
  readonly steady: () => number;
  /** Elapsed milliseconds, which cannot be set, sleep included; coarse. */
  readonly uptime: () => number;
}

/** Returns the witnesses of this process. SQLite has no clock: the machine's is the only one. */
export function witnessesOf({ engine, kysely }: Pick<Database, 'engine' | 'kysely'>): Witnesses {
  return {
    database: engine === 'postgres' ? () => readPostgresTime(kysely) : undefined,
    machine: Date.now,
    steady: () => performance.now(),
    uptime: () => uptime() * 1000,
  };
}

async function readPostgresTime(kysely: Database['kysely']): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(kysely);
  return rows[0]?.at ?? Number.NaN;
}

/** Maximum number of readings of a clock until one is precise. */
const MAX_READINGS = 8;
/** Longest duration of a precise reading, milliseconds. */
const PRECISE_MS = 1;

/**
 * Reads a clock together with the steady one. The shortest of several readings counts: a process that is paused in the
 * middle of a reading would be behind the others by that time, and orders of two processes would be out of order.
 */
async function readWithSteadyClock(
  readTime: () => Promise<number>,
  steady: () => number,
): Promise<{ readonly at: number; readonly steady: number }> {
  let best: { at: number; steady: number; tookMs: number } | undefined;
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const before = steady();
    const at = await readTime();
    const tookMs = steady() - before;
    if (!best || tookMs < best.tookMs) best = { at, steady: before + tookMs / 2, tookMs };
    if (best.tookMs <= PRECISE_MS) break;
  }
  return best ?? { at: await readTime(), steady: steady() };
}

/** Starts a clock at the time of the database, or at that of the machine if the database has none. */
export async function openSharedClock({
  database,
  machine,
  steady,
  uptime,
}: Witnesses): Promise<SharedClock> {
  const readTime = database ?? (async () => machine());
  let base = { ...(await readWithSteadyClock(readTime, steady)), uptime: uptime() };

  return {
    now: () => Math.round(base.at + steady() - base.steady),
    async check() {
      const { at: reading, steady: asOf } = await readWithSteadyClock(readTime, steady);
      const passed = { steady: asOf, uptime: uptime() };
      const expected = base.at + passed.uptime - base.uptime;
      const off = reading - expected;
      const isConfirmed = database !== undefined && Math.abs(reading - machine()) <= MAX_SKEW_MS;
      const adopted = Math.abs(off) <= MAX_SKEW_MS || isConfirmed;
      base = { at: adopted ? reading : expected, ...passed };
      if (adopted) return undefined;
      const whose = database === undefined ? "the machine's clock" : "the database's clock";
      return `${whose} jumped ${timeSpan(off)} ${off < 0 ? 'back' : 'ahead'}; the gateway keeps the time it had until it is restarted`;
    },
  };
}
