import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distribute } from '../store/citus/distribute.ts';
import { migrate } from '../store/migrate.ts';
import { openDatabase } from '../store/open-database.ts';

/** Shards of a test's table: enough for both workers to hold some. */
const SHARDS = 4;

/** Template of a test run, if one was made for all of its files. */
const { CITUS_TEMPLATE } = process.env;

/**
 * Makes a database in a Citus cluster, with the gateway's tables distributed and empty. If `CITUS_TEMPLATE` names a
 * template, the database is a copy of it, made in a small part of the time that distributing the tables takes.
 * @param cluster as {@link createClusterDatabase}.
 * @returns its address.
 */
export async function createCitusDatabase(cluster: string): Promise<string> {
  if (CITUS_TEMPLATE === undefined) return createDistributed(cluster);
  const name = newName();
  await onEveryNode(cluster, async (node) => {
    await run(node, `create database ${name} template ${CITUS_TEMPLATE}`);
    await copySettings(node, { from: CITUS_TEMPLATE, to: name });
  });
  return databaseAt(cluster, name);
}

/** Copies settings: a copy of a database lacks those of `alter database … set`. */
async function copySettings(
  node: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const settings = await run<{ text: string }>(
    node,
    `select unnest(setconfig) as text from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
      where datname = '${from}'`,
  );
  for (const { text } of settings) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    await run(node, `alter database ${to} set ${name} to '${value}'`);
  }
}

/**
 * Makes a database that {@link createCitusDatabase} can copy; nobody can connect to it. A node finds its shards by their
 * names, which are the same in a copy of all nodes.
 * @param cluster as {@link createClusterDatabase}.
 * @returns its name.
 */
export async function createCitusTemplate(cluster: string): Promise<string> {
  const name = nameOf(await createDistributed(cluster));
  await onEveryNode(cluster, async (node) => {
    await run(node, `alter database ${name} allow_connections false`);
    // A worker of the extension stays connected to every database.
    await run(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  });
  return name;
}

/**
 * Makes a database like {@link createCitusDatabase}, but without a template.
 * @param workers number of the cluster's workers that hold shards; default: all.
 */
export async function createDistributed(cluster: string, workers?: number): Promise<string> {
  const url = await createClusterDatabase(cluster, workers);
  const db = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 });
  try {
    await migrate(db);
    await distribute(db);
  } finally {
    await db.close();
  }
  return url;
}

/**
 * Makes an empty database on every node of a Citus cluster.
 * @param cluster address of the coordinator, with the rights of a superuser; `CITUS_URL` of a test run.
 * @param workers number of its workers that hold shards; default: all.
 * @returns its address.
 */
export async function createClusterDatabase(cluster: string, workers?: number): Promise<string> {
  const name = newName();
  await onEveryNode(cluster, async (node) => {
    await run(node, `create database ${name}`);
    await run(databaseAt(node, name), 'create extension citus');
  });
  const url = databaseAt(cluster, name);
  const { hostname, port } = new URL(cluster);
  await run(url, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of (await workersOf(cluster)).slice(0, workers)) {
    const at = new URL(worker);
    await run(url, `select citus_add_node('${at.hostname}', ${at.port})`);
  }
  await run(url, `alter database ${name} set citus.shard_count to ${SHARDS}`);
  return url;
}

/**
 * Drops databases on every node, even if clients are connected: each database occupies a worker of the extension. A
 * server has few of these, and without one nothing finds a deadlock between nodes.
 * @param names of databases, or their addresses.
 */
export async function dropCitusDatabases(cluster: string, names: readonly string[]): Promise<void> {
  await onEveryNode(cluster, async (node) => {
    for (const name of names)
      await run(node, `drop database if exists ${name.includes('/') ? nameOf(name) : name} with (force)`);
  });
}

/** Returns addresses of the databases on the workers, which have the same name as on the coordinator. */
export async function workersOf(url: string): Promise<string[]> {
  const workers = await run<{ host: string; port: number }>(
    url,
    'select node_name as host, node_port::int as port from citus_get_active_worker_nodes()',
  );
  return workers.map(({ host, port }) => {
    const worker = new URL(url);
    worker.hostname = host;
    worker.port = `${port}`;
    return worker.href;
  });
}

/** Runs work on each node. @param work receives the address of a database that every node has. */
async function onEveryNode(cluster: string, work: (node: string) => Promise<unknown>): Promise<void> {
  await Promise.all([cluster, ...(await workersOf(cluster))].map(work));
}

function newName(): string {
  return `test_${randomBytes(6).toString('hex')}`;
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

function databaseAt(node: string, name: string): string {
  const url = new URL(node);
  url.pathname = `/${name}`;
  return url.href;
}

async function run<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<T & pg.QueryResultRow>(text)).rows;
  } finally {
    await client.end();
  }
}
