import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Metrics of the gateway, in Prometheus's terms. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly deliveries: Counter<'outcome'>;
  readonly expired: Counter;
  readonly payments: Counter<'outcome'>;
  readonly refunds: Counter<'state'>;
  readonly pruned: Counter<'table'>;
  readonly backgroundFailures: Counter<'work'>;
  readonly providerCalls: Counter<'operation' | 'outcome'>;
}

/**
 * Creates the metrics of one gateway and its process in a new registry, so that several gateways of one process do not
 * count each other's requests. Labels hold routes and outcomes, never an identifier.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'flight_offset_request_seconds',
      help: 'Duration of requests, seconds.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    deliveries: new Counter({
      name: 'flight_offset_delivery_attempts_total',
      help: 'Attempts to deliver a webhook, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    expired: new Counter({
      name: 'flight_offset_orders_expired_total',
      help: 'Orders nobody paid in time.',
      registers,
    }),
    payments: new Counter({
      name: 'flight_offset_payments_total',
      help: 'Payments that ended, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    refunds: new Counter({
      name: 'flight_offset_refunds_total',
      help: 'Refunds that were recorded, completed or failed, by state.',
      labelNames: ['state'],
      registers,
    }),
    pruned: new Counter({
      name: 'flight_offset_pruned_rows_total',
      help: 'Rows deleted because of their age, by table.',
      labelNames: ['table'],
      registers,
    }),
    backgroundFailures: new Counter({
      name: 'flight_offset_background_failures_total',
      help: 'Runs of background work that failed, by work.',
      labelNames: ['work'],
      registers,
    }),
    providerCalls: new Counter({
      name: 'flight_offset_provider_calls_total',
      help: 'Calls to the payment provider, by operation and outcome.',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
  };
}
