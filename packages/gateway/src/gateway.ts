import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { type Config, databaseOptions, readConfig } from './config.ts';
import { createSealer, type Sealer } from './credentials/seal.ts';
import { openFaultLog } from './fault-log.ts';
import { createClientAddress } from './http/client-address.ts';
import { malformedResponse } from './http/malformed-request.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { type Listening, openServer } from './http/server.ts';
import { sharedBudget } from './http/shared-budget.ts';
import { leaveUnread } from './http/unread-body.ts';
import { type Clock, createClock } from './operation/clock.ts';
import { noteRun } from './operation/clock-skew.ts';
import { errorForLog } from './operation/error-for-log.ts';
import { createMetrics, type Metrics } from './operation/metrics.ts';
import { openMetricsServer } from './operation/metrics-server.ts';
import { observedProvider } from './operation/observed-provider.ts';
import { prepareStore } from './operation/prepare-store.ts';
import { readiness } from './operation/ready.ts';
import { watchSchema } from './operation/schema-watch.ts';
import { addPoolGauges, addStoreGauges } from './operation/store-gauges.ts';
import { withinMs } from './operation/within-ms.ts';
import { startWork } from './operation/work.ts';
import type { OrderContext } from './orders/context.ts';
import { orderSettings } from './orders/settings.ts';
import { createPdfMaker } from './pdf/pdf-maker.ts';
import { createProvider } from './providers/create-provider.ts';
import { paymentOrigins } from './providers/payment-origins.ts';
import { tracedProvider } from './providers/traced-provider.ts';
import { openFailureLog } from './requests/failure-log.ts';
import { type Database, openDatabase } from './store/engine.ts';
import { openSharedClock, type SharedClock, witnessesOf } from './store/shared-clock.ts';
import { databaseTracing } from './tracing/database-tracing.ts';

/** How long everything under way may take once the gateway stops, milliseconds; then its database is closed. */
export const STOP_MS = 22_000;

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
  /** Where it logs. Default: JSON lines on stdout, from the level `GATEWAY_LOG_LEVEL` on, which is `silent` here. */
  readonly log?: Logger;
}

/** A running gateway: it responds, sends webhooks and expires orders until it is closed. */
export interface RunningGateway {
  /** Base URL at which this process reaches it, without a slash at the end. */
  readonly url: string;
  /**
   * Takes no new requests, ends those under way within {@link STOP_MS}, closes the database. Call it once.
   * @param drainMs how long it goes on taking requests first, milliseconds, while `/readyz` returns 503: so long,
   *   proxies have to send requests elsewhere. Default: 0.
   */
  close(drainMs?: number): Promise<void>;
}

/**
 * Starts a gateway in this process, for tests and for hosts with other servers; `flight-offset-gateway serve` is one in a
 * process of its own. It resolves once requests are handled. Several may run side by side, also on one PostgreSQL.
 * @throws ConfigError that lists every invalid setting; ClockError, ModeError, MasterKeyError and
 *   SchemaError where the database and this process do not belong together. Nothing is left open then.
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
  const log =
    options.log ??
    pino({ level: config.GATEWAY_LOG_LEVEL, serializers: { err: (error: unknown) => errorForLog(error) } });
  const db = openDatabase(config.DATABASE_URL, { ...databaseOptions(config), tracing: databaseTracing });
  try {
    const sealer = createSealer(config.masterKey, config.secondMasterKey);
    await prepareStore(db, sealer, config);
    const shared = options.now ? undefined : await openSharedClock(witnessesOf(db));
    // On SQLite this begins a new write-ahead log too, which waits for the disk: better now than while requests wait.
    if (shared) await noteRun(db, shared);
    const time = options.now ?? shared?.now ?? Date.now;
    const { shiftMs = () => 0, ownProcess } = options;
    const clock = createClock(() => time() + shiftMs());
    return await listen(config, { db, sealer, log, clock, shared, ownProcess });
  } catch (error) {
    await db.close();
    throw error;
  }
}

interface Parts {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly clock: Clock;
  /** What the clock is set by; undefined where a test sets it. */
  readonly shared: SharedClock | undefined;
  readonly ownProcess: boolean;
}

async function listen(
  config: Config,
  { db, sealer, log, clock, shared, ownProcess }: Parts,
): Promise<RunningGateway> {
  const created = await createProvider(config);
  const metrics = createMetrics();
  addPoolGauges(metrics.registry, db);
  const monitoring = await openMonitoring(config, metrics);
  // Last of what has to be waited for: a request that comes from now on is handled in the same turn of the event loop.
  const { server, url, close } = await openServer(
    config.GATEWAY_PORT,
    config.GATEWAY_HOST,
    config.GATEWAY_KEEP_ALIVE_SECONDS * 1000,
  ).catch(async (error) => {
    await monitoring?.close();
    throw error;
  });
  const { now } = clock;
  addStoreGauges(metrics.registry, db, now);
  const orders: OrderContext = {
    db,
    publicUrl: config.GATEWAY_PUBLIC_URL ?? url,
    now,
    ...orderSettings(config),
    onWebhookEnqueued: () => work.deliveries.wake(),
    onRefund: () => work.refunds.wake(),
    onAllotmentsLow: (low) => work.topUp(low),
    onMoney: ({ kind, orderId: order, id, outcome, currency, amountMinor: amount_minor }) => {
      if (kind === 'payment') metrics.payments.inc({ outcome });
      else metrics.refunds.inc({ state: outcome });
      log.info({ order, [kind]: id, outcome, currency, amount_minor }, kind);
    },
  };
  const provider = observedProvider(tracedProvider(created), (operation, outcome) =>
    metrics.providerCalls.inc({ operation, outcome }),
  );
  const faults = openFaultLog(log);
  const schema = watchSchema(db);
  const work = startWork({ config, db, sealer, log, faults, schema, now, shared, orders, metrics, provider });
  const failures = openFailureLog(db, log);
  const ready = readiness(db);
  let stopping = false;
  const limit = { requests: config.GATEWAY_RATE_LIMIT, windowSeconds: config.GATEWAY_RATE_WINDOW_SECONDS };
  const app = createApp({
    orders,
    credentials: { db, sealer },
    provider,
    paymentOrigins: paymentOrigins(config),
    clock,
    failures,
    console: config.console
      ? async () =>
          (await import('./console/open-console.ts')).openConsole({
            orders,
            sealer,
            config,
            sandbox: config.sandbox,
          })
      : undefined,
    sandbox: config.sandbox,
    docsUrl: config.GATEWAY_DOCS_URL,
    clientAddress: createClientAddress(config.GATEWAY_TRUSTED_PROXIES),
    // Processes on one PostgreSQL share a budget; a file has one process to itself.
    rateLimiter: createRateLimiter(
      limit,
      now,
      db.engine === 'postgres' ? sharedBudget(db, limit) : undefined,
    ),
    pdfs: createPdfMaker(),
    metrics,
    hasPublicMetrics: config.sandbox && config.GATEWAY_METRICS_PORT === undefined,
    log,
    faults,
    schema,
    isReady: async () => !stopping && !schema.superseded && (await ready()),
  });
  // A process may be the host of other servers, whose Request and Response are not ours to replace.
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: ownProcess,
    // A health check of HTTP/1.0 names no host.
    hostname: 'localhost',
    autoCleanupIncoming: false,
    errorHandler: malformedResponse,
  });
  server.on('request', (request, response) => {
    leaveUnread(request, response);
    void listener(request, response);
  });
  return {
    url,
    async close(drainMs = 0) {
      stopping = true;
      if (drainMs > 0) await setTimeout(drainMs);
      await withinMs(STOP_MS, Promise.all([close(), monitoring?.close(), work.stop()]));
      await withinMs(STOP_MS, failures.close());
      faults.close();
      await db.close();
    },
  };
}

/** The metrics on a port of their own, where one is set. */
async function openMonitoring(config: Config, metrics: Metrics): Promise<Listening | undefined> {
  const { GATEWAY_METRICS_PORT: port, GATEWAY_METRICS_HOST: host } = config;
  return port === undefined ? undefined : openMetricsServer(metrics, { port, host });
}
