import { hasCode } from '../error-code.ts';
import { PREPARED_STATEMENT_FAULTS, PreparingClient } from './client.ts';

/** How long connecting and a response may take, milliseconds. */
const WAIT_MS = 5000;
/** No query of the gateway has this name: theirs are numbered. */
const PROBE = { name: 'gateway_probe', text: 'select 1' };

/**
 * Refuses a pooler that passes connections from client to client and keeps no prepared statements: a client would miss
 * its own or, worse, run another's of the same name. If two clients send queries in turns, such a pooler gives both the
 * connection used last.
 * @throws the server's error, which then names the setting; nothing if the server does not respond.
 */
export async function requireKeptStatements(url: string): Promise<void> {
  const settings = { connectionString: url, connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS };
  const clients = [new PreparingClient(settings), new PreparingClient(settings)];
  for (const client of clients) client.on('error', () => {});
  try {
    for (const client of clients) await client.connect();
    for (const client of [...clients, ...clients]) await client.query(PROBE);
  } catch (error) {
    if (hasCode(error, ...PREPARED_STATEMENT_FAULTS)) throw error;
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}
