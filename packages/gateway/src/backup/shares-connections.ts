import pg from 'pg';

/** Number of times that each of two clients checks which connection serves it. */
const ROUNDS = 20;
/** Maximum time to connect and for each response, milliseconds. */
const WAIT_MS = 5000;

/**
 * Whether an address leads to a pooler that hands its server connections from transaction to transaction, so that a
 * client's settings affect others. Without a pooler, and in session mode, each client has its own connection.
 * @returns false also if nothing responds.
 */
export async function sharesConnections(url: string): Promise<boolean> {
  const settings = { connectionString: url, connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS };
  const [one, other] = [new pg.Client(settings), new pg.Client(settings)];
  for (const client of [one, other]) client.on('error', () => {});
  try {
    await one.connect();
    const own = await processOf(one);
    // The number with which a client would cancel a statement. A pooler sends another one.
    const { processID } = one as unknown as { readonly processID: number };
    if (processID === own) return false;
    await other.connect();
    for (let round = 0; round < ROUNDS; round += 1)
      if ((await processOf(other)) === own || (await processOf(one)) !== own) return true;
    return false;
  } catch {
    return false;
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

/** Returns the server process that ran a statement. */
async function processOf(client: pg.Client): Promise<number> {
  return (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
}
