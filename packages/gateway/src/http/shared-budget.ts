import { sql } from 'kysely';
import type { Database } from '../store/engine.ts';
import type { Lease, RateLimit } from './rate-limit.ts';

/**
 * Number of slices of a key's budget, of which a process leases one at a time. It also limits the statements per key
 * and window, over all processes.
 */
const SLICES = 50;

/** The database's time, so that processes whose clocks differ share the same window. */
const CLOCK = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Leases slices of one budget to every process on a PostgreSQL. Together they never admit more than the budget. A
 * leased slice that is not used by the end of the window, at most a fiftieth, is lost to the other processes.
 */
export function sharedBudget({ kysely }: Database, { requests, windowSeconds }: RateLimit): Lease {
  const slice = Math.ceil(requests / SLICES);
  const windowMs = windowSeconds * 1000;
  // A window that would end later than a new one began before the clock was set back.
  const isOver = sql<boolean>`(known.ends_at <= ${CLOCK} or known.ends_at > ${CLOCK} + ${windowMs}::bigint)`;
  return async (key) => {
    const { rows } = await sql<{ leased: number; ends_in: number }>`
      insert into rate_windows as known (key, ends_at, leased)
      values (${key}, ${CLOCK} + ${windowMs}::bigint, ${slice}::bigint)
      on conflict (key) do update set
        leased = excluded.leased + case when ${isOver} then 0 else known.leased end,
        ends_at = case when ${isOver} then excluded.ends_at else known.ends_at end
      returning leased, ends_at - ${CLOCK} as ends_in`.execute(kysely);
    const { leased = requests, ends_in = windowMs } = rows[0] ?? {};
    const before = leased - slice;
    return {
      granted: Math.min(slice, Math.max(0, requests - before)),
      left: Math.max(0, requests - leased),
      endsInMs: Math.max(1, ends_in),
    };
  };
}
