import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import type { Engine } from '../store/engine.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

/** Gives tests empty databases of one engine. */
export interface TestEngine {
  readonly engine: Engine;
  /** Makes an empty database. @returns its address. */
  database(): Promise<string>;
}

/** Runs the same tests on SQLite and on PostgreSQL. */
export function onBothEngines(name: string, tests: (engine: TestEngine) => void): void {
  describe(`${name} on SQLite`, () => {
    let folder = '';
    let count = 0;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gateway-sqlite-'));
    });
    after(() => rm(folder, { recursive: true, force: true }));
    tests({ engine: 'sqlite', database: async () => `sqlite:${join(folder, `${++count}.sqlite`)}` });
  });
  describe(`${name} on PostgreSQL`, () => {
    let server: PostgresServer | undefined;
    before(async () => {
      server = await startPostgres();
    });
    after(() => server?.stop());
    tests({
      engine: 'postgres',
      async database() {
        if (!server) throw new Error('the server has not started');
        return server.createDatabase();
      },
    });
  });
}
