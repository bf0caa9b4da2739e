import { join } from 'node:path';
import type { Measure } from '../../../scripts/measure.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { withFolder } from './servers.ts';

/** Makes an empty database. @returns its URL. */
export type NewDatabase = () => Promise<string>;

/** Runs a benchmark on SQLite, then on a PostgreSQL server of its own. */
export async function onBothEngines(
  run: (engine: 'SQLite' | 'PostgreSQL', database: NewDatabase) => Promise<readonly Measure[]>,
): Promise<readonly Measure[]> {
  let files = 0;
  const sqlite = await withFolder((folder) =>
    run('SQLite', async () => `sqlite:${join(folder, `${++files}.sqlite`)}`),
  );
  const server = await startPostgres();
  try {
    return [...sqlite, ...(await run('PostgreSQL', server.createDatabase))];
  } finally {
    await server.stop();
  }
}
