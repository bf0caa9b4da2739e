import type { PreparingClient } from './client.ts';

/** When a server started, to the microsecond: no two are the same one. Through a pooler it is the server behind it. */
const STARTED = 'select pg_postmaster_start_time()::text as started';

/**
 * Knows which server each connection of a pool leads to. After a failover an old primary may still respond: whatever is
 * written there is lost to the new one, and credits are sold on both.
 */
export class Servers {
  readonly #ofClient = new Map<PreparingClient, string>();
  readonly #known = new Set<string>();

  /**
   * Finds out where a new connection leads.
   * @returns the connections to other servers, where no connection led to this one before. An address that leads to several
   * servers by turns has no more of them once all are known.
   */
  async add(client: PreparingClient): Promise<readonly PreparingClient[]> {
    let hasEnded = false;
    client.once('end', () => {
      hasEnded = true;
      this.#ofClient.delete(client);
    });
    const { rows } = await client.query(STARTED, []);
    const [{ started }] = rows as [{ readonly started: string }];
    if (!hasEnded) this.#ofClient.set(client, started);
    if (this.#known.has(started)) return [];
    this.#known.add(started);
    return [...this.#ofClient].flatMap(([other, server]) => (server === started ? [] : other));
  }
}
