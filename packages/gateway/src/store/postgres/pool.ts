import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { PoolOptions } from '../engine.ts';
import { PreparingClient } from './client.ts';
import { Servers } from './servers.ts';

/** A pool of connections, and how to close it. */
export interface OpenPool {
  readonly pool: pg.Pool;
  /** Waits until the pool has ended, for {@link CLOSE_MS} at most, then closes whatever connection is still open. */
  destroy(ended: Promise<void>): Promise<void>;
}

/** How long connections have to close properly, milliseconds. */
export const CLOSE_MS = 2000;
/** An idle connection is probed after this, milliseconds; Linux gives up on it after ten more seconds. */
const KEEP_ALIVE_MS = 10_000;

/** After this long without a new connection, one is opened to see where the address leads now, milliseconds. */
const PROBE_MS = 30_000;

/** How long the server has to report that it ended a slow statement of a transaction, milliseconds. */
const SLACK_MS = 500;

const TYPES = {
  // Sums and counters stay far below 2^53, so that numbers are exact.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Opens a pool. No timeout is a start-up parameter, which a connection pooler such as PgBouncer would refuse:
 * transactions set theirs themselves, and a connection watches its own silence.
 */
export function openPool(
  url: string,
  options: PoolOptions & { readonly statementTimeoutMs: number },
): OpenPool {
  const { statementTimeoutMs, maxLifetimeMs = 1_800_000 } = options;
  const open = new Set<PreparingClient>();
  const idle = new Set<pg.ClientBase>();
  const servers = new Servers();
  const probes = new Set<PreparingClient>();
  let hasConnected = false;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    types: TYPES,
    Client: PreparingClient,
    // A statement that does not depend on a response is sent without waiting for it.
    pipeline: true,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5000,
    maxLifetimeSeconds: maxLifetimeMs / 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'flight-offset-gateway',
  });
  // The pool replaces an idle connection that the server drops; without a listener, its error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // The same holds for one that breaks between two statements of a transaction; the next statement fails.
    client.on('error', () => {});
    if (!(client instanceof PreparingClient)) return;
    open.add(client);
    hasConnected = true;
    client.once('end', () => {
      open.delete(client);
      idle.delete(client);
    });
    // Connections to a server that does not report its start time are kept.
    servers.add(client).then(closeWhenReleased, () => {});
    if (statementTimeoutMs > 0) client.limitSilence(statementTimeoutMs + SLACK_MS, closeIdle);
  });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_, client) => {
    if (!(client instanceof PreparingClient)) return;
    idle.add(client);
    // Its next connection may lead to the new primary.
    if (client.isUnfit) client.closeBehindPooler();
  });

  const probing = setInterval(() => {
    // A probe that is still under way might never end.
    for (const client of probes) client.destroy();
    if (open.size > 0 && !hasConnected) void probe();
    hasConnected = false;
  }, PROBE_MS).unref();

  async function probe(): Promise<void> {
    const client = new PreparingClient(pool.options);
    client.on('error', () => {});
    probes.add(client);
    try {
      await client.connect();
      closeWhenReleased(await servers.add(client));
    } catch {
      // The server takes no more connections, or there is none at the address: working connections are kept.
    } finally {
      await client.end().catch(() => {});
      probes.delete(client);
    }
  }

  /** Closes connections: those in use once they are released. */
  function closeWhenReleased(clients: readonly PreparingClient[]): void {
    for (const client of clients) {
      client.isUnfit = true;
      if (idle.delete(client)) client.destroy();
    }
  }

  /** Closes idle connections: they are silent for the same reason, and no request should wait for each in turn. */
  function closeIdle(): void {
    for (const client of idle) (client as PreparingClient).destroy();
    idle.clear();
  }

  async function destroy(ended: Promise<void>): Promise<void> {
    clearInterval(probing);
    for (const client of probes) client.destroy();
    const gone = [...open].map((client) => new Promise((resolve) => client.once('end', resolve)));
    const inTime = new AbortController();
    const late = setTimeout(CLOSE_MS, undefined, { signal: inTime.signal }).catch(() => {});
    await Promise.race([Promise.all([ended, ...gone]), late]);
    inTime.abort();
    for (const client of open) client.destroy();
    await ended;
  }

  return { pool, destroy };
}
