import { ValidationError } from '@flight-offset/core';
import { type Context, Hono, type Next } from 'hono';
import { routePath } from 'hono/route';
import { consoleRoutes, isForStaff } from './console/routes.ts';
import { emissionsRoutes } from './emissions/routes.ts';
import type { Gateway } from './gateway-context.ts';
import { acceptsPage } from './http/accepts-page.ts';
import { watchedBody } from './http/breaking-body.ts';
import type { Env } from './http/env.ts';
import { requestId } from './http/request-id.ts';
import { completeHeaders, problemResponse } from './http/respond.ts';
import { addRoute, type Routes } from './http/routes.ts';
import { offerRoutes } from './offer/routes.ts';
import { clockRoutes } from './operation/clock-routes.ts';
import { operationRoutes } from './operation/routes.ts';
import { csvRoutes } from './orders/csv/csv-routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { transactionRoutes } from './orders/transaction-routes.ts';
import { assetRoutes } from './pages/asset-routes.ts';
import { frontRoutes } from './pages/front-routes.ts';
import { isForTraveller, problemPage } from './pages/problem-page.ts';
import { retirementRoutes } from './pages/retirements-routes.ts';
import { pageRoutes } from './payment-page/routes.ts';
import { eventRoutes } from './payments/event-routes.ts';
import { sandboxRoutes } from './payments/sandbox-routes.ts';
import { Problem } from './problem.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { refundRoutes } from './refunds/routes.ts';
import { settlementRoutes } from './settlement/routes.ts';
import { statementRoutes } from './statements/routes.ts';
import { isDatabaseUnavailable } from './store/database-unavailable.ts';
import { isTransient } from './store/repeat-transient.ts';
import { type Handled, inRequestSpan, isTraced } from './tracing/trace.ts';

const CALLER_LEFT = new Problem(40001, 'The caller left before the response was ready.');

/** Converts an error to a Problem: for an internal error, the caller receives only the request id. */
function asProblem(error: unknown, { req }: Context<Env>): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Error && error.name === 'AbortError' && req.raw.signal.aborted) return CALLER_LEFT;
  if (error instanceof ValidationError) return new Problem(40002, error.message);
  if (isDatabaseUnavailable(error) || isTransient(error)) {
    // It is unknown whether a commit in progress took place: only a key makes a retry safe.
    const message = 'Database unavailable. Retry the request; retry an order with the same Idempotency-Key.';
    return new Problem(50301, message, { headers: { 'retry-after': '2' } });
  }
  return new Problem(
    50001,
    'Internal error of the gateway. Retry an order with the same Idempotency-Key. Quote x-request-id when you report it.',
  );
}

/** Responds with a page to people, and with an Error object to programs. */
async function respond(gateway: Gateway, context: Context<Env>, problem: Problem): Promise<Response> {
  if (isForTraveller(context)) return problemPage(context, problem);
  if (!gateway.console || !isForStaff(context)) return problemResponse(context, problem);
  // Loaded for the first fault only: a console that is not used is never loaded.
  const { staffFaultPage } = await import('./console/staff-fault.ts');
  return staffFaultPage(context, problem, gateway.orders.publicUrl);
}

/** Endpoints that machines poll every few seconds: their requests are not worth a log line each. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Routes whose bodies are read from the database while they are sent, and their content types. */
const EXPORTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['/offset-gateway/exports/orders.csv', ['text/csv']],
  ['/offset-gateway/statements/:statementId', ['text/csv', 'application/json']],
  ['/console/*', ['text/csv']],
]);

function isExport(context: Context<Env>): boolean {
  const types = EXPORTS.get(context.get('route') ?? '');
  // Checked before the response's headers, whose creation at the first read costs a tenth of a small request.
  if (!types) return false;
  const { ok, headers } = context.res;
  const type = headers.get('content-type') ?? '';
  return ok && types.some((own) => type.startsWith(own));
}

/**
 * Records a failed request of a known merchant, so that its developers find it by its request id. A caller who left before
 * the response is no failure.
 */
function recordFailure(
  { failures, orders }: Gateway,
  context: Context<Env>,
  { route, ms }: { readonly route: string; readonly ms: number },
): void {
  const { merchantId, problem, requestId } = context.var;
  if (merchantId === undefined || problem === undefined || problem === CALLER_LEFT) return;
  const { status, code, message } = problem;
  failures.record({
    merchant_id: merchantId,
    request_id: requestId,
    at: orders.now(),
    method: context.req.method,
    route,
    status,
    code,
    message,
    duration_ms: Math.round(ms),
  });
}

function lostDatabaseProblem(): Problem {
  const message = 'This process of the gateway is being replaced. Retry the request.';
  return new Problem(50301, message, { headers: { 'retry-after': '2' } });
}

/**
 * Creates the gateway as a function of requests: all routes, with request id, log, metrics and trace of each. An error
 * that a route throws becomes a JSON error with a code, or a page for people; an error that is no Problem becomes
 * 50001, and its text stays in the log. Once the process has lost its database, all but the probes return 503.
 */
export function createApp(gateway: Gateway): Hono<Env> {
  /** Logs why a request failed, unless the caller caused it. */
  function report(error: unknown, context: Context<Env>): Problem {
    const problem = asProblem(error, context);
    const fault = { requestId: context.get('requestId'), err: error };
    // An internal error is looked up by its request id; an outage causes the same fault in every request.
    if (problem.code === 50001) gateway.log.error(fault, 'fault');
    else if (problem.status >= 500) gateway.faults.report(fault, 'fault');
    return problem;
  }

  function fail(error: Error, context: Context<Env>): Promise<Response> {
    const problem = report(error, context);
    context.set('problem', problem);
    return respond(gateway, context, problem);
  }

  /**
   * Watches an export while it is sent, since no route throws its errors by then.
   * @returns whether all of it was read, at its end.
   */
  function watchExport(context: Context<Env>): Promise<boolean> | undefined {
    const { body, status, headers } = context.res;
    if (body === null) return;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const watched = watchedBody(body, (cause) => void report(cause, context), resolve);
    context.res = new Response(watched, { status, headers });
    // Nobody reads the body of a response to HEAD.
    return context.req.method === 'HEAD' ? undefined : promise;
  }

  async function handled(context: Context<Env>, next: Next): Promise<Handled> {
    const started = performance.now();
    const { method, path } = context.req;
    // The watch has logged why, once. Probes still return the state of the process.
    if (gateway.store.isLost && !PROBES.has(path))
      context.res = await respond(gateway, context, lostDatabaseProblem());
    else await next();
    completeHeaders(context);
    const sent = isExport(context) ? watchExport(context) : undefined;
    const route = context.get('route') ?? 'none';
    const { status } = context.res;
    const seconds = (performance.now() - started) / 1000;
    gateway.metrics.requests.observe({ method, route, status }, seconds);
    recordFailure(gateway, context, { route, ms: seconds * 1000 });
    const level = PROBES.has(route) ? 'debug' : 'info';
    if (gateway.log.isLevelEnabled(level)) {
      // Paths hold identifiers and tokens: the log names the route.
      const line = {
        requestId: context.get('requestId'),
        method,
        route,
        status,
        ms: Math.round(seconds * 1e4) / 10,
      };
      const staff = context.get('staff');
      const merchant = context.get('merchantId') ?? staff?.session?.merchantId;
      gateway.log[level](
        { ...line, merchant, person: staff?.session?.personId, page: staff?.path },
        'request',
      );
    }
    return { status, sent };
  }

  const app = new Hono<Env>();
  const traced = isTraced();
  app.use(async (context, next) => {
    const id = requestId(context.req.raw.headers);
    context.set('requestId', id);
    context.set('headers', {
      'x-request-id': id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const handle = () => handled(context, next);
    if (!traced) return void (await handle());
    const { method, raw } = context.req;
    // The first route is this middleware.
    const route = routePath(context, 1);
    await inRequestSpan(
      { method, headers: raw.headers, route, id, publicUrl: gateway.orders.publicUrl },
      handle,
    );
  });
  app.onError(fail);
  app.notFound((context) => {
    const problem = new Problem(40401, 'Unknown endpoint. See the API reference.');
    // A person mistyped the address, or followed a broken link.
    if (acceptsPage(context.req.header('accept'))) return problemPage(context, problem);
    return problemResponse(context, problem);
  });
  const groups: Routes<Gateway>[] = [
    orderRoutes,
    settlementRoutes,
    statementRoutes,
    offerRoutes,
    csvRoutes,
    transactionRoutes,
    emissionsRoutes,
    pageRoutes,
    assetRoutes,
    receiptRoutes,
    refundRoutes,
    retirementRoutes,
    eventRoutes,
    consoleRoutes,
    operationRoutes,
    frontRoutes,
  ];
  if (gateway.sandbox && gateway.provider.name === 'sandbox') groups.push(sandboxRoutes, clockRoutes);
  for (const group of groups) {
    for (const [path, methods] of Object.entries(group(gateway))) addRoute(app, path, methods);
  }
  return app;
}
