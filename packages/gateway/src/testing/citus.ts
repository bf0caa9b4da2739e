import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distribute } from '../store/citus/distribute.ts';
import { openDatabase } from '../store/engine.ts';
import { migrate } from '../store/migrate.ts';

/** Shards of a test's table: enough that both workers hold some. */
const SHARDS = 4;

interface Node {
  readonly host: string;
  readonly port: number;
}

/**
 * Makes a database in a Citus cluster, with the tables of the gateway distributed and empty.
 * @param cluster as {@link createClusterDatabase}.
 * @returns its address.
 */
export async function createCitusDatabase(cluster: string): Promise<string> {
  const url = await createClusterDatabase(cluster);
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
 * @returns its address.
 */
export async function createClusterDatabase(cluster: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const coordinator = new URL(cluster);
  const workers = await run<Node>(
    cluster,
    'select node_name as host, node_port::int as port from citus_get_active_worker_nodes()',
  );
  const own = { host: coordinator.hostname, port: Number(coordinator.port) };
  const at = ({ host, port }: Node, database: string): string => {
    const url = new URL(cluster);
    url.hostname = host;
    url.port = `${port}`;
    url.pathname = `/${database}`;
    return url.href;
  };
  for (const node of [own, ...workers]) {
    await run(at(node, 'postgres'), `create database ${name}`);
    await run(at(node, name), 'create extension citus');
  }
  const url = at(own, name);
  await run(url, `select citus_set_coordinator_host('${own.host}', ${own.port})`);
  for (const { host, port } of workers) await run(url, `select citus_add_node('${host}', ${port})`);
  await run(url, `alter database ${name} set citus.shard_count to ${SHARDS}`);
  return url;
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
