/** The types of the tables match the migrations: names of columns, and which may be null. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { onBothEngines } from '../testing/engines.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

const FOLDER = fileURLToPath(new URL('./schema/', import.meta.url));

/** Interfaces of the schema by name: their members, each with its type as written. */
function readInterfaces(): Map<string, Map<string, string>> {
  const sources = globSync('*.ts', { cwd: FOLDER }).map((file) => readFileSync(FOLDER + file, 'utf8'));
  const code = sources.join('\n').replace(/\/\*[\s\S]*?\*\//g, '');
  return new Map(
    [...code.matchAll(/interface (\w+) \{([^}]*)\}/g)].map(([, name = '', body = '']) => {
      const members = [...body.matchAll(/(\w+):\s*([^;]+);/g)];
      return [name, new Map(members.map(([, member = '', type = '']) => [member, type]))];
    }),
  );
}

/** Tables that only statements as text write to. */
const UNTYPED = ['rate_windows', 'schema_migrations'];

/** Columns by table: `name`, or `name?` if it may be null. */
function typedColumns(): Record<string, string[]> {
  const interfaces = readInterfaces();
  const tables = [...interfaces].flatMap(([name, members]) => (name.endsWith('Tables') ? [...members] : []));
  return Object.fromEntries(
    tables.map(([table, type]) => {
      const columns = interfaces.get(type);
      assert.ok(columns, `${table}: ${type} is no interface of the schema`);
      return [table, [...columns].map(([name, of]) => (/\bnull\b/.test(of) ? `${name}?` : name)).sort()];
    }),
  );
}

onBothEngines('the schema', ({ engine, distributed, emptyDatabase }) => {
  it('has the tables and columns which its types have', { skip: distributed }, async () => {
    const db = openDatabase(await emptyDatabase(), { statementTimeoutMs: 0 });
    await migrate(db);
    const tables = await db.kysely.introspection.getTables();
    await db.close();
    const typed = typedColumns();
    assert.ok(Object.keys(typed).length > 30);
    // On SQLite, a primary key of text may be null. The types state for both engines what may be null.
    const isKnown = engine === 'postgres';
    const made = tables
      .filter(({ name }) => !UNTYPED.includes(name))
      .map(({ name, columns }): [string, string[]] => [
        name,
        columns.map((one) => (isKnown && one.isNullable ? `${one.name}?` : one.name)).sort(),
      ]);
    const expected = isKnown
      ? typed
      : Object.fromEntries(
          Object.entries(typed).map(([name, columns]) => [
            name,
            columns.map((one) => one.replace('?', '')).sort(),
          ]),
        );
    assert.deepEqual(Object.fromEntries(made), expected);
  });
});
