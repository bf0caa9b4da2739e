import { problemResponse } from '../http/respond.ts';
import type { Methods, Routes } from '../http/routes.ts';
import type { OrderContext } from '../orders/context.ts';
import { Problem } from '../problem.ts';
import type { Metrics } from './metrics.ts';

/** What of the gateway it needs. */
interface Needs {
  readonly orders: OrderContext;
  readonly metrics: Metrics;
  /** Whether everyone who reaches the gateway may read them. */
  readonly hasPublicMetrics: boolean;
  /** Whether the gateway takes new work; false once it stops. */
  readonly isReady: () => Promise<boolean>;
  /** Whether its process is to end: it stops, or has lost its database. */
  readonly isLeaving: () => boolean;
}

/** Extensions for whoever runs the gateway: what does it speak, is it alive, does it take work, what has it done. */
export const operationRoutes: Routes<Needs> = (gateway) => ({
  '/openapi.json': openApiMethods(gateway),
  ...probeRoutes(gateway),
});

/** The document is large, and anyone may ask for it: it is made once, as bytes. */
function openApiMethods({ orders }: Needs): Methods {
  let document: Uint8Array<ArrayBuffer> | undefined;
  return {
    async GET(context) {
      const { openApiDocument } = await import('@flight-offset/core/openapi');
      document ??= new TextEncoder().encode(JSON.stringify(openApiDocument({ baseUrl: orders.publicUrl })));
      return context.body(document, 200, { 'content-type': 'application/json' });
    },
  };
}

const probeRoutes: Routes<Needs> = ({ isReady, isLeaving, metrics, hasPublicMetrics }) => ({
  '/healthz': { GET: (context) => context.json({ status: 'ok' }) },
  '/readyz': {
    async GET(context) {
      if (await isReady()) return context.json({ status: 'ready' });
      const message = 'The gateway is stopping or its database is unavailable.';
      const problem = new Problem(50301, message, { headers: { 'retry-after': '5' } });
      // A probe that finds a process stopping is no fault of it, and not for the log.
      if (isLeaving()) return problemResponse(context, problem);
      throw problem;
    },
  },
  ...(hasPublicMetrics && {
    '/metrics': {
      async GET(context) {
        return context.body(await metrics.registry.metrics(), 200, {
          'content-type': metrics.registry.contentType,
        });
      },
    },
  }),
});
