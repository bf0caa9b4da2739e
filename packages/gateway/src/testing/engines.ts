import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import type { Engine } from '../store/engine.ts';
import { createCitusDatabase, createClusterDatabase, dropCitusDatabases } from './citus.ts';
import { folderOfMany } from './folder-of-many.ts';
import { type SharedPostgres, sharedPostgres } from './postgres.ts';
import { createMigratedFile } from './sqlite.ts';

/** Gives tests databases of one engine. */
export interface TestEngine {
  readonly engine: Engine;
  /** Whether its databases spread the gateway's tables over the workers of a cluster. */
  readonly distributed: boolean;
  /**
   * Makes a database without rows; it has the gateway's tables if a copy costs less than the migrations. @returns its
   * address.
   */
  database(): Promise<string>;
  /** Makes a database without tables. @returns its address. */
  emptyDatabase(): Promise<string>;
}

/** Address of the coordinator of a Citus cluster, to run the tests on one too. */
const { CITUS_URL } = process.env;

/** Runs the same tests on SQLite and on PostgreSQL, and on Citus if `CITUS_URL` names a cluster. */
export function onBothEngines(name: string, tests: (engine: TestEngine) => void): void {
  describe(`${name} on SQLite`, () => {
    let folder = '';
    let count = 0;
    before(async () => {
      folder = await mkdtemp(join(await folderOfMany(), 'gateway-sqlite-'));
    });
    after(() => rm(folder, { recursive: true, force: true }));
    const newFile = (): string => join(folder, `${++count}.sqlite`);
    tests({
      engine: 'sqlite',
      distributed: false,
      database: () => createMigratedFile(newFile()),
      emptyDatabase: async () => `sqlite:${newFile()}`,
    });
  });
  describe(`${name} on PostgreSQL`, () => {
    let server: SharedPostgres | undefined;
    function started(): SharedPostgres {
      if (!server) throw new Error('the server has not started');
      return server;
    }
    before(async () => {
      server = await sharedPostgres();
    });
    after(() => server?.stop());
    tests({
      engine: 'postgres',
      distributed: false,
      database: async () => started().createMigrated(),
      emptyDatabase: async () => started().createDatabase(),
    });
  });
  if (CITUS_URL === undefined) return;
  describe(`${name} on Citus`, () => {
    const made: string[] = [];
    after(() => dropCitusDatabases(CITUS_URL, made));
    async function dropped(database: Promise<string>): Promise<string> {
      made.push(await database);
      return database;
    }
    tests({
      engine: 'postgres',
      distributed: true,
      database: () => dropped(createCitusDatabase(CITUS_URL)),
      emptyDatabase: () => dropped(createClusterDatabase(CITUS_URL)),
    });
  });
}
