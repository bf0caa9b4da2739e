import { createOffsetHandler, type OffsetHandler } from '../handler.ts';
import type { OffsetHandlerOptions } from '../handler-options.ts';
import { respond } from '../http/respond.ts';
import { createOffset, type Offset } from '../offset.ts';
import { reconcile } from '../orders/reconcile.ts';

/** Pending orders that one run reads: D1 allows 1000 queries per run, and the merchant's callbacks may make some. */
const MAX_PER_RUN = 80;

/** The used parts of a Worker's context. */
export interface WorkersContext {
  waitUntil(promise: Promise<unknown>): void;
}

/** Default export of a Worker. */
export interface WorkersHandler<Env> {
  fetch(request: Request, env: Env, context: WorkersContext): Promise<Response>;
  /** Reconciles pending orders; add a cron trigger, every minute or so. */
  scheduled(event: unknown, env: Env, context: WorkersContext): Promise<void>;
}

/**
 * Serves a handler from Cloudflare Workers. Secrets come with the environment of each request, so the options are a
 * function of it, called once per environment. A Worker's memory is short-lived: set a `store` (D1 by Kysely).
 * @example export default toWorkersHandler((env: Env) => ({ service: { ...service, apiKey: env.KEY }, store: storeOf(env) }));
 */
export function toWorkersHandler<Env extends object>(
  optionsOf: (env: Env) => OffsetHandlerOptions,
): WorkersHandler<Env> {
  const ready = new WeakMap<Env, { readonly offset: Offset; readonly handler: OffsetHandler }>();

  function inEnvironment(env: Env): { readonly offset: Offset; readonly handler: OffsetHandler } {
    const known = ready.get(env);
    if (known) return known;
    const options = optionsOf(env);
    const offset = createOffset(options);
    const made = { offset, handler: createOffsetHandler(options, offset) };
    ready.set(env, made);
    return made;
  }

  return {
    fetch(request, env, context) {
      const response = respond(() => inEnvironment(env).handler(request));
      // A traveller who leaves would end the work, and with it calls to the service whose results other requests wait
      // for.
      context.waitUntil(response);
      return response;
    },
    async scheduled(_event, env, context) {
      const { offset } = inEnvironment(env);
      const run = reconcile(offset, { max: MAX_PER_RUN });
      context.waitUntil(run.catch((error) => offset.report(error, { operation: 'reconcile' })));
    },
  };
}
