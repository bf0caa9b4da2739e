import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import type { Engine } from '../store/engine.ts';
import { createCitusDatabase, dropCitusDatabases } from './citus.ts';
import { type PostgresServer, sharedPostgres } from './postgres.ts';

/** Gives tests empty databases of one engine. */
export interface TestEngine {
  readonly engine: Engine;
  /** Whether its databases come with the gateway's tables, spread over the workers of a cluster. */
  readonly distributed: boolean;
  /** Makes an empty database. @returns its address. */
  database(): Promise<string>;
}

/** Address of the coordinator of a Citus cluster, where the tests shall run on one too. */
const { CITUS_URL } = process.env;

/** Runs the same tests on SQLite and on PostgreSQL, and on Citus where `CITUS_URL` names a cluster. */
export function onBothEngines(name: string, tests: (engine: TestEngine) => void): void {
  describe(`${name} on SQLite`, () => {
    let folder = '';
    let count = 0;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gateway-sqlite-'));
    });
    after(() => rm(folder, { recursive: true, force: true }));
    tests({
      engine: 'sqlite',
      distributed: false,
      database: async () => `sqlite:${join(folder, `${++count}.sqlite`)}`,
    });
  });
  describe(`${name} on PostgreSQL`, () => {
    let server: Pick<PostgresServer, 'createDatabase' | 'stop'> | undefined;
    before(async () => {
      server = await sharedPostgres();
    });
    after(() => server?.stop());
    tests({
      engine: 'postgres',
      distributed: false,
      async database() {
        if (!server) throw new Error('the server has not started');
        return server.createDatabase();
      },
    });
  });
  if (CITUS_URL === undefined) return;
  describe(`${name} on Citus`, () => {
    const made: string[] = [];
    after(() => dropCitusDatabases(CITUS_URL, made));
    tests({
      engine: 'postgres',
      distributed: true,
      async database() {
        const url = await createCitusDatabase(CITUS_URL);
        made.push(url);
        return url;
      },
    });
  });
}
