/**
 * `@flight-offset/gateway`: the service. Orders, payments, credits and deliveries, on SQLite or PostgreSQL.
 */
export { ConfigError } from './config-error.ts';
export { type GatewayOptions, type RunningGateway, startGateway } from './gateway.ts';
export { SANDBOX } from './sandbox.ts';
