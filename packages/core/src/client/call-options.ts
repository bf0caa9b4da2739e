import { isIdempotencyKey } from '../input/idempotency-key.ts';
import { ValidationError } from '../input/validation.ts';

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call and its retries; the promise rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal;
  /** Limit of this call with all its attempts, milliseconds. Default: the client's `timeoutMs`. */
  readonly timeoutMs?: number;
}

/** Options of `OffsetClient.getOffer`. */
export interface OfferOptions extends CallOptions {
  /** ISO 4217 code of the price. Default: the service's own currency. */
  readonly currency?: string;
}

/** Options of a create, and of a refund. */
export interface CreateOrderOptions extends CallOptions {
  /** Same key, same order or refund. Set your own, such as a booking, if the call may be repeated. Default: random. */
  readonly idempotencyKey?: string;
}

/**
 * An idempotency key as it is sent.
 * @throws ValidationError for what is no header: it would fail like a connection, and be repeated for ever.
 */
export function checkedKey(key: string): string {
  if (isIdempotencyKey(key)) return key;
  throw new ValidationError('idempotencyKey', 'must be 1 to 255 printable ASCII characters');
}
