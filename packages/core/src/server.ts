/**
 * `@flight-offset/core/server`: signing and the client, which hold or need a secret. The `browser` condition of the
 * package's exports refuses this entry, so that a bundle for a page that imports it fails to build.
 */

export type { CallOptions, CreateOrderOptions, OfferOptions } from './client/call-options.ts';
export { OffsetClient } from './client/client.ts';
export { ENVIRONMENTS, type Environment, type OffsetClientOptions } from './client/options.ts';
export type {
  CreatedOrderResponse,
  FlightEmissionsResponse,
  FlightEstimateResponse,
  OfferResponse,
  OrderListResponse,
  OrderResponse,
  RefundResponse,
  TransactionResponse,
} from './client/responses.ts';
export { DEFAULT_RETRY, type RetryPolicy } from './client/retry.ts';
export { retryAfterMs } from './client/retry-after.ts';
export type { AttemptInfo, AttemptResult, ClientHooks } from './client/transport.ts';
export * from './errors/errors.ts';
export { isIdempotencyKey } from './input/idempotency-key.ts';
export { checkNumber, MAX_TIMER_MS } from './input/number-option.ts';
export { isStorable, requireStorable } from './input/storable.ts';
export { fromBase64Url, toBase64, toBase64Url, toHex } from './signing/bytes.ts';
export {
  type AsymmetricScheme,
  type BodySigner,
  type HmacKey,
  KeyError,
  type PrivateKey,
  type PublicKey,
  type SigningKey,
  type VerifyingKey,
} from './signing/keys.ts';
export { sign, verify } from './signing/sign.ts';
export type { Jwk } from './signing/web-crypto.ts';
export { formatMinorUnits } from './units/format-money.ts';
export { type ReadWebhook, type ReadWebhookOptions, readWebhook } from './webhooks/read-webhook.ts';
export { createWebhookSecret, webhookKey } from './webhooks/secret.ts';
export * from './webhooks/webhook.ts';
