import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../store/engine.ts';

/** How long the database may take to answer while the gateway counts as ready, milliseconds. */
const READY_MS = 3000;

/** Whether the database answers, and soon: who asks will not wait. */
export async function answers(db: Database): Promise<boolean> {
  const asked = sql`select 1`.execute(db.reader).then(
    () => true,
    () => false,
  );
  const late = new AbortController();
  const slow = setTimeout(READY_MS, false, { signal: late.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([asked, slow]);
  } finally {
    late.abort();
  }
}
