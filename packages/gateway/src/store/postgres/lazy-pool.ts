import type { Connections, PoolOptions } from '../engine.ts';
import type { PipeliningConfig } from './driver.ts';
import type { OpenPool } from './pool.ts';

/** A pool of connections to PostgreSQL, opened with its first query. */
export interface LazyPool {
  /** For the dialect. */
  readonly config: PipeliningConfig;
  /** Its connections now, by state. */
  connections(): Connections;
  /** Waits for the end of the dialect, but not for connections that stay silent; see {@link OpenPool.destroy}. */
  closeWith(ended: Promise<void>): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 10_000;

/** A pool whose driver is loaded with the first query: a process on SQLite never loads it. */
export function lazyPool(url: string, options: PoolOptions): LazyPool {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  let opening: Promise<OpenPool> | undefined;
  let opened: OpenPool | undefined;

  async function open(): Promise<OpenPool> {
    const { openPool } = await import('./pool.ts');
    opened = openPool(url, { ...options, statementTimeoutMs });
    return opened;
  }

  return {
    config: {
      statementTimeoutMs,
      async pool() {
        opening ??= open();
        return (await opening).pool;
      },
    },
    connections() {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = opened?.pool ?? {};
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    async closeWith(ended) {
      await (opening === undefined ? ended : (await opening).destroy(ended));
    },
  };
}
