import type { Logger } from 'pino';
import { type Config, databaseOptions, readConfig } from './config.ts';
import { createSealer } from './credentials/seal.ts';
import { listen, type RunningGateway } from './listen.ts';
import { createClock } from './operation/clock.ts';
import { noteRun } from './operation/clock-skew.ts';
import { errorForLog } from './operation/error-for-log.ts';
import { openLog } from './operation/open-log.ts';
import { prepareStore } from './operation/prepare-store.ts';
import { openDatabase } from './store/open-database.ts';
import { openSharedClock, witnessesOf } from './store/shared-clock.ts';
import { databaseTracing } from './tracing/database-tracing.ts';

export type { RunningGateway };

/** How to start a gateway in this process. Every option has a default that suits a test. */
export interface GatewayOptions {
  /**
   * `sqlite:PATH` or `postgres://…`; its tables are made or brought up to date at the start. Default: SQLite in memory,
   * gone with the gateway.
   */
  readonly databaseUrl?: string;
  /** Port it listens on; 0 takes any free one, which {@link RunningGateway.url} then states. Default: 0. */
  readonly port?: number;
  /** Address it listens on. Default `127.0.0.1`: this machine alone. */
  readonly host?: string;
  /** URL of the gateway as payers see it, in payment links and receipts. Default: where it listens. */
  readonly publicUrl?: string;
  /**
   * Test merchant, test projects, test cards; its credentials are {@link SANDBOX}. Default: true. Real money needs `false`
   * and a whole configuration in `environment`: master key, payment provider, `GATEWAY_PUBLIC_URL`.
   */
  readonly sandbox?: boolean;
  /**
   * Everything else, by the names of the environment variables in the configuration reference; `process.env` is not read.
   * Default: none, and no log.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /**
   * The time, milliseconds since 1970, for tests. Default: the clock that all processes on the database agree on; a machine
   * whose own is too far from it is refused.
   */
  readonly now?: () => number;
  /**
   * Where it logs, in a child whose lines hold of an error its kind, message, code, stack and causes alone: a database's errors
   * name people. Default: JSON lines on stdout, from the level `GATEWAY_LOG_LEVEL` on, which is `silent` here.
   */
  readonly log?: Logger;
}

/**
 * Starts a gateway in this process, for tests and for hosts with other servers; `flight-offset-gateway serve` is one in a
 * process of its own. It resolves once requests are handled. Several may run side by side, also on one PostgreSQL.
 * @throws ConfigError that lists every invalid setting; ClockError, ModeError, MasterKeyError and SchemaError where the
 *   database and this process do not belong together; ListenError where a port is taken. Nothing is left open then.
 * @example
 * const gateway = await startGateway();
 * const client = new OffsetClient({ baseUrl: gateway.url, apiKey: SANDBOX.apiKey, signingKey: SANDBOX.secret });
 * const { payment_url } = await client.createOrder({ emission_amount: 1146 });
 * await gateway.close();
 */
export async function startGateway(options: GatewayOptions = {}): Promise<RunningGateway> {
  const { databaseUrl = 'sqlite::memory:', port = 0, host, publicUrl, environment = {} } = options;
  const given = { ...environment, DATABASE_URL: databaseUrl, GATEWAY_PORT: String(port) };
  if (host !== undefined) Object.assign(given, { GATEWAY_HOST: host });
  if (publicUrl !== undefined) Object.assign(given, { GATEWAY_PUBLIC_URL: publicUrl });
  const config = readConfig({ GATEWAY_LOG_LEVEL: 'silent', ...given }, { sandbox: options.sandbox ?? true });
  return start(config, { now: options.now, log: options.log, ownProcess: false });
}

/**
 * Runs a gateway as its configuration says, in a process which is its own.
 * @param options.shiftMs moves the time all processes share, for tests.
 * @throws ClockError where the clock of this machine is off.
 */
export async function serve(
  config: Config,
  options: Pick<GatewayOptions, 'log'> & { readonly shiftMs?: () => number } = {},
): Promise<RunningGateway> {
  return start(config, { now: undefined, shiftMs: options.shiftMs, log: options.log, ownProcess: true });
}

interface StartOptions {
  readonly now: (() => number) | undefined;
  readonly shiftMs?: (() => number) | undefined;
  readonly log: Logger | undefined;
  /** Whether Request and Response of the process may be replaced by lighter ones. */
  readonly ownProcess: boolean;
}

async function start(config: Config, options: StartOptions): Promise<RunningGateway> {
  const given = options.log ?? openLog(config.GATEWAY_LOG_LEVEL);
  const log = given.child({}, { serializers: { err: (error: unknown) => errorForLog(error) } });
  for (const text of config.unknown) log.warn(text);
  const db = openDatabase(config.DATABASE_URL, { ...databaseOptions(config), tracing: databaseTracing });
  try {
    const sealer = createSealer(config.masterKey, config.secondMasterKey);
    await prepareStore(db, sealer, config, { log, now: options.now });
    const shared = options.now ? undefined : await openSharedClock(witnessesOf(db));
    // On SQLite this begins a new write-ahead log too, which waits for the disk: better now than while requests wait.
    if (shared) await noteRun(db, shared);
    const time = options.now ?? shared?.now ?? Date.now;
    const { shiftMs = () => 0, ownProcess } = options;
    const clock = createClock(() => time() + shiftMs());
    const gateway = await listen(config, { db, sealer, log, clock, shared, ownProcess });
    log.info({ url: gateway.url }, 'listening');
    return gateway;
  } catch (error) {
    await db.close();
    throw error;
  }
}
