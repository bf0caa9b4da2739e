import { sql } from 'kysely';
import { placementOf } from '../store/citus/placement.ts';
import type { Database } from '../store/engine.ts';
import { idAt } from '../store/ids.ts';
import { isDistributed } from '../store/is-distributed.ts';
import { inTransaction } from '../store/transaction.ts';
import { LAST_FAILED_AT } from '../webhooks/endpoint.ts';

/** Rows that are deleted once they are old. Orders, money, credits and the audit log never are. */
export type Pruned =
  | 'webhooks'
  | 'webhook_endpoints'
  | 'disabled_endpoints'
  | 'provider_events'
  | 'idempotency_keys'
  | 'rate_windows'
  | 'console_links'
  | 'console_sessions'
  | 'failed_requests';

/** Rows deleted in one transaction: few enough that no request waits for it. */
export const PRUNE_BATCH = 500;

/** Deletes at most {@link PRUNE_BATCH} rows that are older than a moment. @returns how many it deleted. */
type Prune = (db: Database, before: number) => Promise<number>;

/**
 * Returns SQL that skips rows which another process has locked. Rows of several shards cannot be locked: for those, the
 * deletion repeats the conditions that may change, and reads a row again once it has waited for it.
 */
async function skipLocked(
  db: Database,
  table: string,
  key: readonly string[],
): Promise<ReturnType<typeof sql>> {
  const isSpread = placementOf(table, key) === 'by-merchant' && (await isDistributed(db));
  return db.engine === 'postgres' && !isSpread ? sql`for update skip locked` : sql``;
}

async function pruneWebhooks(db: Database, before: number): Promise<number> {
  const skip = await skipLocked(db, 'deliveries', ['merchant_id', 'id']);
  return inTransaction(db, async (tx) => {
    // Identifiers begin with the time of creation, so that the primary key finds the oldest.
    const { rows } = await sql<{ id: string }>`select id from deliveries
      where id < ${idAt('msg', before)} and state <> 'pending'
      order by id limit ${PRUNE_BATCH} ${skip}`.execute(tx);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const deleted = await tx
      .deleteFrom('deliveries')
      .where('id', 'in', ids)
      // Not a webhook that is now being sent again.
      .where('state', '<>', 'pending')
      .returning('id')
      .execute();
    const gone = deleted.map(({ id }) => id);
    if (gone.length > 0) await tx.deleteFrom('delivery_attempts').where('delivery_id', 'in', gone).execute();
    return gone.length;
  });
}

/**
 * Deletes failures of endpoints that no longer count, and disabled endpoints for which no webhook has been due since:
 * no stored webhook names their URL. Other disabled endpoints stay: without its row, an endpoint would receive webhooks
 * again. No index has their age, so they are deleted in any order: the table is small once it is pruned.
 */
async function pruneEndpoints(db: Database, before: number, disabled: boolean): Promise<number> {
  const skip = await skipLocked(db, 'webhook_endpoints', ['merchant_id', 'url_hash']);
  return inTransaction(db, async (tx) => {
    const isOld = disabled
      ? sql`failing_since < ${before} and disabled_at is not null`
      : sql`${LAST_FAILED_AT} < ${before} and disabled_at is null`;
    const { numAffectedRows } =
      await sql`delete from webhook_endpoints where ${isOld} and (merchant_id, url_hash) in (
      select merchant_id, url_hash from webhook_endpoints where ${isOld} limit ${PRUNE_BATCH} ${skip})`.execute(
        tx,
      );
    return Number(numAffectedRows ?? 0n);
  });
}

/** A table whose rows are pruned by their age alone. */
interface AgedTable {
  readonly table: string;
  /** Columns of its primary key. */
  readonly key: readonly string[];
  /** Column with the moment from which a row's age counts. */
  readonly age: string;
}

function pruneOldest({ table, key, age }: AgedTable): Prune {
  return async (db, before) => {
    const skip = await skipLocked(db, table, key);
    const columns = sql.join(key.map((name) => sql.ref(name)));
    return inTransaction(db, async (tx) => {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${sql.ref(age)} < ${before}
        order by ${sql.ref(age)} limit ${PRUNE_BATCH} ${skip})`.execute(tx);
      return Number(numAffectedRows ?? 0n);
    });
  };
}

const pruneRateWindows = pruneOldest({ table: 'rate_windows', key: ['key'], age: 'ends_at' });

const PRUNES: Readonly<Record<Pruned, Prune>> = {
  webhooks: pruneWebhooks,
  webhook_endpoints: (db, before) => pruneEndpoints(db, before, false),
  disabled_endpoints: (db, before) => pruneEndpoints(db, before, true),
  provider_events: pruneOldest({
    table: 'provider_events',
    key: ['provider', 'event_id'],
    age: 'received_at',
  }),
  idempotency_keys: pruneOldest({ table: 'idempotency', key: ['merchant_id', 'key'], age: 'created_at' }),
  // A SQLite file has a single process, which keeps its windows in memory.
  rate_windows: async (db, before) => (db.engine === 'sqlite' ? 0 : pruneRateWindows(db, before)),
  console_links: pruneOldest({
    table: 'console_links',
    key: ['merchant_id', 'token_hash'],
    age: 'expires_at',
  }),
  failed_requests: pruneOldest({ table: 'failed_requests', key: ['merchant_id', 'id'], age: 'at' }),
  console_sessions: pruneOldest({
    table: 'console_sessions',
    key: ['merchant_id', 'token_hash'],
    age: 'signed_in_at',
  }),
};

/**
 * Deletes at most {@link PRUNE_BATCH} rows that are older than a moment.
 * @param before milliseconds since 1970.
 * @returns how many rows it deleted; {@link PRUNE_BATCH} if more may be left.
 */
export async function prune(db: Database, what: Pruned, before: number): Promise<number> {
  return PRUNES[what](db, before);
}
