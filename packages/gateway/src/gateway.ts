import type { Logger } from 'pino';
import { readConfig } from './config.ts';
import type { RunningGateway } from './running-gateway.ts';
import { start } from './start.ts';

export type { RunningGateway };

/** Options to start a gateway in this process. Each has a default that suits a test. */
export interface GatewayOptions {
  /**
   * `sqlite:PATH` or `postgres://…`; its tables are created or updated at the start. Default: SQLite in memory, which
   * is lost when the gateway closes.
   */
  readonly databaseUrl?: string;
  /** Port to listen on; 0 takes any free one, which is in {@link RunningGateway.url}. Default: 0. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`: this machine only. */
  readonly host?: string;
  /** URL of the gateway for payers, in payment links and receipts. Default: the address it listens on. */
  readonly publicUrl?: string;
  /**
   * Test merchant, test projects, test cards; its credentials are {@link SANDBOX}. Default: true. Real money needs
   * `false` and a complete configuration in `environment`: master key, payment provider, `GATEWAY_PUBLIC_URL`.
   */
  readonly sandbox?: boolean;
  /**
   * All other settings, by the names of the environment variables in the configuration reference; `process.env` is not
   * read. Default: none, and no log.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /**
   * The current time, milliseconds since 1970, for tests. Default: the clock that all processes on the database share;
   * a machine whose own clock is too far from it is refused.
   */
  readonly now?: () => number;
  /**
   * The logger to use, through a child of it. For an error, the child logs only the kind, message, code, stack and
   * causes: a database's errors name people. Default: JSON lines on stdout, from the level `GATEWAY_LOG_LEVEL` upwards,
   * which is `silent` here.
   */
  readonly log?: Logger;
}

/**
 * Starts a gateway in this process, for tests and for hosts with other servers; `flight-offset-gateway serve` starts
 * one in its own process. The promise resolves once the gateway handles requests. Several may run side by side, also on
 * one PostgreSQL.
 * @throws ConfigError that lists every invalid setting; ClockError, ModeError, MasterKeyError and SchemaError if the
 * database and this process do not belong together; ListenError if a port is taken. Nothing is left open then.
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
