import { problemResponse } from '../http/respond.ts';
import type { Methods, Routes } from '../http/routes.ts';
import type { OrderContext } from '../orders/context.ts';
import { Problem } from '../problem.ts';
import type { Metrics } from './metrics.ts';

/** Parts of the gateway that these routes use. */
interface Needs {
  readonly orders: OrderContext;
  readonly metrics: Metrics;
  /** Whether everyone who reaches the gateway may read the metrics. */
  readonly hasPublicMetrics: boolean;
  /** Whether the gateway takes new work; false while it stops. */
  readonly isReady: () => Promise<boolean>;
  /** Whether the process is ending: it is stopping, or has lost its database. */
  readonly isLeaving: () => boolean;
}

/** Extensions for operators: the OpenAPI document, liveness, readiness and metrics. */
export const operationRoutes: Routes<Needs> = (gateway) => ({
  '/openapi.json': openApiMethods(gateway),
  ...probeRoutes(gateway),
});

/** Makes the document once, as bytes: it is large, and anyone may request it. */
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
      // A stopping process is not an error, so the probe is not logged.
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
