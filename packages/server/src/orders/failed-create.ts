import { ValidationError } from '@flight-offset/core';
import { OffsetApiError, OffsetConnectionError } from '@flight-offset/core/server';
import { CheckoutError } from '../checkout-error.ts';
import type { Offset } from '../offset.ts';
import { hasCode, SERVICE_CODES } from '../service/codes.ts';

/**
 * Whether a failed create certainly made no order. Unknown counts as made: a hook of the merchant's client may throw
 * after the service has created the order.
 * @param isRepeat whether the result of an earlier create with this key is unknown: then only a service that considered
 * and refused this one shows that there is no order.
 */
export function certainlyNotMade(error: unknown, isRepeat: boolean): boolean {
  if (isRepeat) return error instanceof OffsetApiError && error.status === 409 && !error.mayHaveTakenEffect;
  // Refused by the circuit breaker, or by this package's own validation: nothing was sent.
  if (error instanceof CheckoutError || error instanceof ValidationError) return true;
  const fromService = error instanceof OffsetApiError || error instanceof OffsetConnectionError;
  return fromService && !error.mayHaveTakenEffect;
}

/**
 * Returns the error for the page if the service refused an order because of its offer: the page requests a new quote,
 * for which the offer is read anew.
 */
export function offerChange(offset: Offset, error: unknown): CheckoutError | undefined {
  if (!(error instanceof OffsetApiError) || error.status !== 409) return undefined;
  const details = { field: 'token', cause: error };
  switch (error.error) {
    case SERVICE_CODES.PRICE_CHANGED:
    case SERVICE_CODES.WITHDRAWN: {
      offset.offers.forget();
      const message = 'The offer has changed since this quote. Nothing was bought; request a new quote.';
      return new CheckoutError('quote_expired', message, details);
    }
    case SERVICE_CODES.SOLD_OUT:
    case SERVICE_CODES.TOO_LARGE:
      return soldOut(offset, error);
    default:
      return undefined;
  }
}

/**
 * Returns the error for the page if unpaid orders hold too much: a new quote marks what is too much. For a paid booking
 * the order is attempted again: others may have expired by then.
 */
export function tooMuchToHold(offset: Offset, error: unknown): CheckoutError | undefined {
  return hasCode(error, 'HOLDS_TOO_MUCH') ? soldOut(offset, error) : undefined;
}

function soldOut(offset: Offset, cause: unknown): CheckoutError {
  offset.offers.forget();
  const message = 'Less than this is left. Nothing was bought; request a new quote.';
  return new CheckoutError('sold_out', message, { field: 'token', cause });
}
