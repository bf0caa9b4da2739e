import { isIdempotencyKey } from '../input/idempotency-key.ts';
import { ValidationError } from '../input/validation.ts';

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call and its retries; the promise rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal;
  /** Time limit of this call with all its attempts, milliseconds. Default: the client's `timeoutMs`. */
  readonly timeoutMs?: number;
}

/** Options of `OffsetClient.getOffer`. */
export interface OfferOptions extends CallOptions {
  /** ISO 4217 code of the price. Default: the service's own currency. */
  readonly currency?: string;
}

/** Options of a create, and of a refund. */
export interface CreateOrderOptions extends CallOptions {
  /**
   * The same key returns the same order or refund. Set your own, such as a booking id, if you may repeat the call.
   * Default: random.
   */
  readonly idempotencyKey?: string;
}

/**
 * Returns an idempotency key that a header can carry.
 * @throws ValidationError if it is not valid: sending it would fail like a broken connection, and be retried.
 */
export function checkedKey(key: string): string {
  if (isIdempotencyKey(key)) return key;
  throw new ValidationError('idempotencyKey', 'must be 1 to 255 printable ASCII characters');
}
