import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createSealer, type Sealer } from './credentials/seal.ts';
import { createDeliveryWorker } from './deliveries/worker.ts';
import type { Gateway } from './gateway-context.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { openServer } from './http/server.ts';
import { sharedBudget } from './http/shared-budget.ts';
import { type Background, repeat } from './operation/background.ts';
import { createClock } from './operation/clock.ts';
import { createMetrics } from './operation/metrics.ts';
import type { OrderContext } from './orders/context.ts';
import { expireOrders } from './orders/expire.ts';
import { forgetOldKeys } from './orders/forget-keys.ts';
import { createProvider } from './payments/create-provider.ts';
import { refundDue } from './payments/refund.ts';
import { tracedProvider } from './payments/traced-provider.ts';
import { seedSandbox } from './sandbox.ts';
import { type Database, openDatabase } from './store/engine.ts';
import { migrate } from './store/migrate.ts';

/** How to start a gateway in this process. */
export interface GatewayOptions {
  /** `sqlite:PATH` or `postgres://…`; in memory where nothing is said. */
  readonly databaseUrl?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Address of the gateway as payers see it; its own where nothing is said. */
  readonly publicUrl?: string;
  /** Test merchant, test projects, test cards. On by default: real money asks for a whole configuration. */
  readonly sandbox?: boolean;
  /** Everything else, by the names of the environment variables. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The time, milliseconds since 1970, for tests. */
  readonly now?: () => number;
  readonly log?: Logger;
}

/** A running gateway. */
export interface RunningGateway {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Takes no new requests, ends those under way, closes the database. */
  close(): Promise<void>;
}

/** How long the database may take to answer while the gateway counts as ready, milliseconds. */
const READY_MS = 3000;

/**
 * Starts a gateway.
 * @throws ConfigError which names every fault of the configuration.
 */
export async function startGateway(options: GatewayOptions = {}): Promise<RunningGateway> {
  const { databaseUrl = 'sqlite::memory:', port = 0, host, publicUrl, environment = {} } = options;
  const given = { ...environment, DATABASE_URL: databaseUrl, GATEWAY_PORT: String(port) };
  if (host !== undefined) Object.assign(given, { GATEWAY_HOST: host });
  if (publicUrl !== undefined) Object.assign(given, { GATEWAY_PUBLIC_URL: publicUrl });
  const config = readConfig({ GATEWAY_LOG_LEVEL: 'silent', ...given }, { sandbox: options.sandbox ?? true });
  return start(config, { now: options.now, log: options.log, ownProcess: false });
}

/** Runs a gateway as its configuration says, in a process which is its own. */
export async function serve(
  config: Config,
  options: Pick<GatewayOptions, 'now' | 'log'> = {},
): Promise<RunningGateway> {
  return start(config, { now: options.now, log: options.log, ownProcess: true });
}

interface StartOptions {
  readonly now: (() => number) | undefined;
  readonly log: Logger | undefined;
  /** Whether Request and Response of the process may be replaced by lighter ones. */
  readonly ownProcess: boolean;
}

async function start(config: Config, options: StartOptions): Promise<RunningGateway> {
  const log = options.log ?? pino({ level: config.GATEWAY_LOG_LEVEL });
  const db = openDatabase(config.DATABASE_URL);
  try {
    await migrate(db);
    const sealer = createSealer(config.masterKey);
    if (config.sandbox) await seedSandbox(db, sealer);
    const { ownProcess, now = Date.now } = options;
    return await listen(config, { db, sealer, log, now, ownProcess });
  } catch (error) {
    await db.close();
    throw error;
  }
}

interface Parts {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly now: () => number;
}

async function listen(
  config: Config,
  { db, sealer, log, now: given, ownProcess }: Parts & Pick<StartOptions, 'ownProcess'>,
): Promise<RunningGateway> {
  const { server, url, close } = await openServer(config.GATEWAY_PORT, config.GATEWAY_HOST);
  const metrics = createMetrics();
  const clock = createClock(given);
  const { now } = clock;
  const orders: OrderContext = {
    db,
    publicUrl: config.GATEWAY_PUBLIC_URL ?? url,
    now,
    policy: config.GATEWAY_POLICY,
    orderTtlMs: config.GATEWAY_ORDER_TTL_SECONDS * 1000,
    onNotification: () => background[0]?.wake(),
  };
  const provider = tracedProvider(createProvider(config));
  const background = startBackground(config, { db, sealer, log, now }, { orders, metrics, provider });
  let stopping = false;
  const limit = { requests: config.GATEWAY_RATE_LIMIT, windowSeconds: config.GATEWAY_RATE_WINDOW_SECONDS };
  const app = createApp({
    orders,
    credentials: { db, sealer },
    provider,
    clock,
    sandbox: config.sandbox,
    // Processes on one PostgreSQL share a budget; a file has one process to itself.
    rateLimiter: createRateLimiter(
      limit,
      now,
      db.engine === 'postgres' ? sharedBudget(db, limit) : undefined,
    ),
    metrics,
    log,
    isReady: async () => !stopping && (await answers(db)),
  });
  // A process may be the host of other servers, whose Request and Response are not ours to replace.
  const listener = getRequestListener((request) => app.fetch(request), { overrideGlobalObjects: ownProcess });
  server.on('request', (request, response) => void listener(request, response));
  return {
    url,
    async close() {
      stopping = true;
      await Promise.all([close(), ...background.map((one) => one.stop())]);
      await db.close();
    },
  };
}

function startBackground(
  config: Config,
  { db, sealer, log, now }: Parts,
  { orders, metrics, provider }: Pick<Gateway, 'orders' | 'metrics' | 'provider'>,
): Background[] {
  const worker = createDeliveryWorker({
    db,
    sealer,
    now,
    policy: { allowLoopback: config.sandbox || config.GATEWAY_ALLOW_LOOPBACK_WEBHOOKS === '1' },
    onAttempt({ id, attempts }, { outcome, status, durationMs: ms }) {
      metrics.deliveries.inc({ outcome });
      log.info({ delivery: id, attempt: attempts, outcome, status, ms }, 'delivery');
    },
  });
  const fault = (err: unknown): void => log.error({ err }, 'background work failed; it will be tried again');
  return [
    repeat({ everyMs: 1000, work: () => worker.run(), end: () => worker.close(), fault }),
    repeat({
      everyMs: 5000,
      async work() {
        const expired = await expireOrders(orders);
        metrics.expired.inc(expired);
        return expired;
      },
      fault,
    }),
    repeat({ everyMs: 30_000, work: () => refundDue(orders, provider), fault }),
    repeat({ everyMs: 3_600_000, work: () => forgetOldKeys(orders), fault }),
  ];
}

/** Whether the database answers, and soon: who asks will not wait. */
async function answers(db: Database): Promise<boolean> {
  const asked = sql`select 1`.execute(db.reader).then(
    () => true,
    () => false,
  );
  const late = new AbortController();
  const slow = setTimeout(READY_MS, false, { signal: late.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([asked, slow]);
  } finally {
    late.abort();
  }
}
