import type { PreparingClient } from './client.ts';

/** Start time of a server to the microsecond, which identifies it. Through a pooler, this is the server behind it. */
const STARTED = 'select pg_postmaster_start_time()::text as started';

/**
 * Knows which server each connection of a pool leads to. After a failover an old primary may still respond: its writes
 * never reach the new one, and both would sell the same credits.
 */
export class Servers {
  readonly #ofClient = new Map<PreparingClient, string>();
  readonly #known = new Set<string>();

  /**
   * Finds out where a new connection leads.
   * @returns the connections to other servers if this server is new, otherwise none: an address may lead to several
   * known servers in turn.
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
