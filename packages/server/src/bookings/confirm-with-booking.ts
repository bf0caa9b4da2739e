import {
  type BookingConfirmation,
  bookingConfirmationSchema,
  type ConfirmedContribution,
} from '@flight-offset/core';
import { OffsetApiError } from '@flight-offset/core/server';
import { CheckoutError, toCheckoutError } from '../checkout-error.ts';
import { readInput } from '../input.ts';
import type { Offset } from '../offset.ts';
import { orderOfQuote } from '../orders/create-order.ts';
import { finalizeOrder } from '../orders/finalize.ts';
import { otherBooking, requestNewQuote } from '../orders/quote-refusal.ts';
import { projectOf, stateOf } from '../orders/read-order.ts';
import { type OrderRecord, type QuoteRecord, readJson, storeKey } from '../orders/record.ts';
import { SERVICE_CODES } from '../service/codes.ts';
import { priceOf, type QuoteClaims } from '../tokens/quote-token.ts';

/**
 * Creates and completes the order of a traveller's choice once the booking is paid. The merchant has collected the
 * money; the service invoices it on a statement. A token gets at most one order, however many calls and processes there
 * are: after a time-out or a crash, call it again with the same input.
 *
 * A token may be confirmed for a day after it expired (`confirmGraceSeconds`): the traveller has paid by then, and the
 * service refuses an order at another price.
 * @example
 * const contribution = await confirmWithBooking(offset, { token: form.get('offset'), reference: booking.id });
 * @throws CheckoutError `service_unavailable` and `internal` leave it open: call again with the same input until it
 * succeeds or fails with another code. With any other code nothing was bought for this booking: `bad_request`,
 * `quote_invalid`, `quote_expired`, `quote_used` (its order failed, was paid on the payment page or belongs to another
 * booking), `price_changed`, `sold_out`, `settlement_unavailable` (the service has no such extension, or
 * not for this merchant), `settlement_refused` (the operator does not permit this currency), `limit_reached`.
 */
export async function confirmWithBooking(
  offset: Offset,
  input: BookingConfirmation,
): Promise<ConfirmedContribution> {
  try {
    const { token, reference, user } = readInput(bookingConfirmationSchema, input);
    const claims = await offset.tokens.read(token);
    const earlier = await findConfirmedContribution(offset, claims, reference);
    if (earlier) return earlier;
    await requireSettlement(offset, claims);
    const made = await orderOfQuote(offset, claims, { user, reference, isBookingPaid: true }).catch(
      (error: unknown) => ({ error }),
    );
    // While this call waited for its turn, another may have completed the order, or created it for another booking.
    const meanwhile = await findConfirmedContribution(offset, claims, reference);
    if (meanwhile) return meanwhile;
    if ('error' in made) throw made.error;
    const { id } = made;
    const order = await offset.call((client) => client.confirmOrder(id, { reference }));
    if (!order) throw await settlementMissing(offset, claims);
    // The order is bought by now. Reconciling makes up for a failure here.
    await finalizeOrder(offset, order).catch((error: unknown) =>
      offset.report(error, { operation: 'confirmWithBooking' }),
    );
    return contributionOf(claims, { orderId: id, reference, status: stateOf(order) }, projectOf(order));
  } catch (error) {
    throw toCheckoutError(refusalOf(error));
  }
}

/**
 * Refuses a quote that cannot be settled. If the service's offer is unavailable, the call is attempted anyway, but
 * never for a quote without a price: the traveller has agreed to none, and the service would have none to hold.
 */
async function requireSettlement(offset: Offset, { m, q }: QuoteClaims): Promise<void> {
  const { extensions, rate, unreadable } = await offset.offers.get(m?.[1]);
  const isRefused = rate !== undefined && !extensions.has('confirm');
  // An existing order may have been confirmed, without a response, before the permission ended: the service decides.
  if (isRefused && !(m && (await readJson<QuoteRecord>(offset, storeKey.quote(q)))?.order))
    throw noSettlement();
  if (!m) throw rate === undefined && !unreadable ? noSettlement() : priceChanged();
}

/**
 * Explains why a confirm found no endpoint: while the offer lists it, the cause is an unfinished deployment or a proxy,
 * which passes.
 */
async function settlementMissing(offset: Offset, { m }: QuoteClaims): Promise<CheckoutError> {
  const { extensions } = await offset.offers.get(m?.[1]);
  if (!extensions.has('confirm')) return noSettlement();
  const message = 'The service cannot confirm orders at the moment. Confirm it again.';
  return new CheckoutError('service_unavailable', message, { retryAfterSeconds: 5 });
}

/**
 * Returns the contribution of a token whose order was completed before: a repeat must not call the service again.
 * @throws CheckoutError `quote_used` if the order of this token belongs to another booking.
 */
async function findConfirmedContribution(
  offset: Offset,
  claims: QuoteClaims,
  reference: string,
): Promise<ConfirmedContribution | undefined> {
  const known = await readJson<QuoteRecord>(offset, storeKey.quote(claims.q));
  const record = known?.order && (await readJson<OrderRecord>(offset, storeKey.order(known.order.id)));
  if (record?.reference === undefined) return undefined;
  if (record.reference !== reference) throw otherBooking();
  // Only the service knows whether the payer has paid the order.
  if (record.state !== 'completed' || record.settlement !== 'merchant') return undefined;
  return contributionOf(claims, { orderId: record.id, reference, status: 'completed' }, record.project);
}

function contributionOf(
  { g: grams, m }: QuoteClaims,
  order: Pick<ConfirmedContribution, 'orderId' | 'reference' | 'status'>,
  project: ConfirmedContribution['project'],
): ConfirmedContribution {
  const price = priceOf(m);
  return { ...order, grams, ...(price && { price }), ...(project && { project }) };
}

function noSettlement(): CheckoutError {
  return new CheckoutError(
    'settlement_unavailable',
    'This service does not settle orders with the booking, or not for this merchant. Ask its operator, or use checkout="redirect".',
  );
}

function priceChanged(cause?: unknown): CheckoutError {
  return new CheckoutError(
    'price_changed',
    'The price has changed since the traveller saw it. Nothing was bought; return the amount or offer a new quote.',
    { field: 'token', cause },
  );
}

/** Puts a refusal of the service in words for the merchant's backend; returns any other error as it is. */
function refusalOf(error: unknown): unknown {
  const cause = error instanceof CheckoutError ? error.cause : error;
  if (!(cause instanceof OffsetApiError)) return error;
  switch (cause.error) {
    case SERVICE_CODES.PRICE_CHANGED:
      return priceChanged(cause);
    case SERVICE_CODES.NOT_PERMITTED:
      return new CheckoutError(
        'settlement_refused',
        'The operator of the service does not permit this merchant to collect payments in this currency itself.',
        { cause },
      );
    case SERVICE_CODES.PAST_LIMIT:
      return new CheckoutError(
        'limit_reached',
        "Nothing was bought: the merchant's limit on unpaid statements is reached. Pay a statement, or ask the operator to raise the limit.",
        { cause },
      );
    case SERVICE_CODES.NO_SUCH_ORDER:
      // After a restore of the service, no repeat finds the order.
      return requestNewQuote(
        'The order of this quote is lost. Nothing was bought; request a new quote.',
        cause,
      );
    case SERVICE_CODES.SETTLED_ALREADY:
      return new CheckoutError(
        'quote_used',
        'The order of this quote has failed, or its payer paid it on the payment page.',
        { field: 'token', cause },
      );
    default:
      return error;
  }
}
