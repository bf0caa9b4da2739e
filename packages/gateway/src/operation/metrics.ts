import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What the gateway counts, in Prometheus's terms. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly deliveries: Counter<'outcome'>;
  readonly expired: Counter;
}

/** Metrics of one gateway, in a registry of its own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'gateway_request_seconds',
      help: 'Duration of requests, seconds.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    deliveries: new Counter({
      name: 'gateway_delivery_attempts_total',
      help: 'Attempts to deliver a webhook, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    expired: new Counter({
      name: 'gateway_orders_expired_total',
      help: 'Orders nobody paid in time.',
      registers,
    }),
  };
}
