/**
 * `@flight-offset/core/server`: what holds or needs a secret, signing and the client. The `browser` condition of
 * the package's exports refuses this entry, so that a bundle for a page which imports it fails to build.
 */
export * from './client/answers.ts';
export * from './client/client.ts';
export * from './client/options.ts';
export { DEFAULT_RETRY, type RetryPolicy } from './client/retry.ts';
export { retryAfterMs } from './client/retry-after.ts';
export type { ClientHooks, TryInfo, TryOutcome } from './client/transport.ts';
export * from './errors.ts';
export * from './signing/keys.ts';
export { sign, verify } from './signing/sign.ts';
export type { Jwk } from './signing/web-crypto.ts';
export * from './webhooks/read-webhook.ts';
export * from './webhooks/secret.ts';
export * from './webhooks/webhook.ts';
