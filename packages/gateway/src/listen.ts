import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Sealer } from './credentials/seal.ts';
import { openFaultLog } from './fault-log.ts';
import { createClientAddress } from './http/client-address.ts';
import { malformedResponse, refuseHosts } from './http/malformed-request.ts';
import { handleInTurn, refusePipelined } from './http/pipelined.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { type Listening, openServer } from './http/server.ts';
import { sharedBudget } from './http/shared-budget.ts';
import { closeIfUnread } from './http/unread-body.ts';
import type { Clock } from './operation/clock.ts';
import { createMetrics, type Metrics } from './operation/metrics.ts';
import { openMetricsServer } from './operation/metrics-server.ts';
import { observedProvider } from './operation/observed-provider.ts';
import { readiness } from './operation/ready.ts';
import { addPoolGauges, addStoreGauges } from './operation/store-gauges.ts';
import { watchStore } from './operation/store-watch.ts';
import { withinMs } from './operation/within-ms.ts';
import { startWork } from './operation/work.ts';
import type { OrderContext } from './orders/context.ts';
import { orderSettings } from './orders/settings.ts';
import { createPdfMaker } from './pdf/pdf-maker.ts';
import { createProvider } from './providers/create-provider.ts';
import { paymentOrigins } from './providers/payment-origins.ts';
import { tracedProvider } from './providers/traced-provider.ts';
import { openFailureLog } from './requests/failure-log.ts';
import type { RunningGateway } from './running-gateway.ts';
import type { Database } from './store/engine.ts';
import type { SharedClock } from './store/shared-clock.ts';

/** Maximum time for work under way once the gateway stops, milliseconds; then its database is closed. */
export const STOP_MS = 22_000;

/** Parts of a gateway before it listens. */
export interface Parts {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly clock: Clock;
  /** The clock shared with other processes; undefined if a test sets the time. */
  readonly shared: SharedClock | undefined;
  readonly ownProcess: boolean;
}

/**
 * Connects the parts of a gateway and starts its server. By then its background work has begun.
 * @throws ListenError if a port is taken or not allowed, or the host is not an address of this machine; an error if a
 * provider's settings are refused. Nothing listens then. The database stays open.
 */
export async function listen(
  config: Config,
  { db, sealer, log, clock, shared, ownProcess }: Parts,
): Promise<RunningGateway> {
  const created = await createProvider(config);
  const metrics = createMetrics();
  addPoolGauges(metrics.registry, db);
  const monitoring = await openMonitoring(config, metrics);
  // Awaited last: the rest runs in the same turn of the event loop, so a request that arrives from now on is handled.
  const { server, url, closeAfterResponses, close } = await openServer(
    {
      host: config.GATEWAY_HOST,
      port: config.GATEWAY_PORT,
      setting: 'GATEWAY',
      portOf: config.GATEWAY_METRICS_PORT === config.GATEWAY_PORT ? 'GATEWAY_METRICS_PORT' : undefined,
    },
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
    onCreditsReturned: () => work.allotments.wake(),
    onMoney: ({ kind, orderId: order, id, outcome, currency, amountMinor: amount_minor }) => {
      if (kind === 'payment') metrics.payments.inc({ outcome });
      else metrics.refunds.inc({ state: outcome });
      log.info({ order, [kind]: id, outcome, currency, amount_minor }, kind);
    },
    onExcess: ({ orderId: order, currency, amountMinor: amount_minor }) =>
      log.error({ order, currency, amount_minor }, 'more of a payment was returned than came in; run doctor'),
  };
  const provider = observedProvider(tracedProvider(created), (operation, outcome) =>
    metrics.providerCalls.inc({ operation, outcome }),
  );
  const faults = openFaultLog(log);
  const store = watchStore(db, config.sandbox);
  const work = startWork({ config, sealer, log, faults, store, shared, orders, metrics, provider });
  const failures = openFailureLog(db, log);
  const ready = readiness(db);
  let stopping = false;
  const isLeaving = (): boolean => stopping || store.isLost;
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
            provider,
            config,
            log,
            faults,
          })
      : undefined,
    sandbox: config.sandbox,
    docsUrl: config.GATEWAY_DOCS_URL,
    clientAddress: createClientAddress(config.GATEWAY_TRUSTED_PROXIES),
    // Processes on one PostgreSQL share a budget; only one process uses a file.
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
    store,
    isReady: async () => !isLeaving() && (await ready()),
    isLeaving,
  });
  // This process may host other servers, and their Request and Response must not be replaced.
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: ownProcess,
    // A health check in HTTP/1.0 names no host.
    hostname: 'localhost',
    autoCleanupIncoming: false,
    errorHandler: malformedResponse,
  });
  server.on('request', (request, response) => {
    if (refusePipelined(request, response) || refuseHosts(request, response)) return;
    closeIfUnread(request, response);
    handleInTurn(response, () => void listener(request, response));
  });
  return {
    url,
    async close(drainMs = 0) {
      stopping = true;
      // Clients with a connection send their next request elsewhere, or over a new connection. In the end none is left
      // over which a proxy without health checks might still send a request.
      closeAfterResponses();
      if (drainMs > 0) await setTimeout(drainMs);
      // Once the server has closed, no request can fail.
      const closed = close().then(() => failures.close());
      await withinMs(STOP_MS, Promise.all([closed, monitoring?.close(), work.stop()]));
      faults.close();
      await db.close();
    },
  };
}

/** Opens the metrics on their own port, if one is set. */
async function openMonitoring(config: Config, metrics: Metrics): Promise<Listening | undefined> {
  const { GATEWAY_METRICS_PORT: port, GATEWAY_METRICS_HOST: host } = config;
  return port === undefined ? undefined : openMetricsServer(metrics, { port, host });
}
