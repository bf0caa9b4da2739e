import {
  type BookingConfirmation,
  bookingConfirmationSchema,
  type ConfirmedContribution,
  type ErrorCodeNumber,
  parse,
} from '@flight-offset/core';
import { OffsetApiError, type OrderResponse } from '@flight-offset/core/server';
import { CheckoutError, toCheckoutError } from '../checkout-error.ts';
import type { Offset } from '../offset.ts';
import { orderOfQuote } from '../orders/create-order.ts';
import { finalizeOrder, projectOf, stateOf } from '../orders/finalize.ts';
import { type OrderRecord, type QuoteRecord, readJson, storeKey } from '../orders/record.ts';
import type { QuoteClaims } from '../tokens/quote-token.ts';
import { rememberBooking } from './booking-orders.ts';

/** How long after a quote expired its booking may still be confirmed, seconds. */
const GRACE_SECONDS = 86_400;

/**
 * Makes and completes the order of a traveller's choice, once the booking is paid. The merchant has collected the
 * money; the service invoices it on a statement. At most one order per token, however often and from however many
 * processes it is called: after a time-out or a crash, call it again with the same token.
 *
 * A token may be confirmed for a day after it expired (`confirmGraceSeconds`): the traveller has paid by then, and
 * the service refuses an order that would cost something else.
 * @example
 * const contribution = await confirmWithBooking(offset, { token: form.get('offset'), reference: booking.id });
 * @throws CheckoutError `quote_invalid`, `quote_expired`, `quote_used`, `price_changed`, `settlement_unavailable` (the
 * service has no such extension), `settlement_refused` (the operator does not permit it), `limit_reached`, `sold_out`: in
 * each of these cases nothing was bought with the booking. `service_unavailable` leaves it open: call again with the same
 * token until the call succeeds or fails with another code.
 */
export async function confirmWithBooking(
  offset: Offset,
  input: BookingConfirmation,
): Promise<ConfirmedContribution> {
  try {
    const { token, reference, user } = parse(bookingConfirmationSchema, input);
    const claims = await offset.tokens.read(token);
    const earlier = await confirmedBefore(offset, claims);
    if (earlier) return earlier;
    if (!(await mayConfirm(offset, claims))) throw noSettlement();
    const graceMs = (offset.options.confirmGraceSeconds ?? GRACE_SECONDS) * 1000;
    const made = await orderOfQuote(offset, claims, { user, reference, graceMs }).catch(async (error) => {
      // Another call may have completed the order while this one waited for its turn.
      const done = await confirmedBefore(offset, claims);
      if (done) return done;
      throw error;
    });
    if ('orderId' in made) return made;
    const { id } = made;
    await rememberBooking(offset, reference, id);
    const order = await offset.call((client) => client.confirmOrder(id, { reference }));
    if (!order) throw noSettlement();
    await finalizeOrder(offset, order);
    return contributionOf(claims, order, reference);
  } catch (error) {
    throw toCheckoutError(refusalOf(error));
  }
}

/** Whether the service lists `confirm`. When its offer is unavailable the call is attempted anyway. */
async function mayConfirm(offset: Offset, { m }: QuoteClaims): Promise<boolean> {
  const { extensions, rate } = await offset.offers.get(m?.[1]);
  return rate === undefined || extensions.has('confirm');
}

/** The contribution of a token whose order was completed before: a repeat must not call the service again. */
async function confirmedBefore(
  offset: Offset,
  { q, g, m }: QuoteClaims,
): Promise<ConfirmedContribution | undefined> {
  const known = await readJson<QuoteRecord>(offset, storeKey.quote(q));
  const record = known?.order && (await readJson<OrderRecord>(offset, storeKey.order(known.order.id)));
  if (record?.state !== 'completed' || record.reference === undefined) return undefined;
  const { id: orderId, reference, project } = record;
  return { orderId, reference, status: 'completed', grams: g, ...priceOf(m), ...(project && { project }) };
}

function contributionOf(
  { g, m }: QuoteClaims,
  order: OrderResponse,
  reference: string,
): ConfirmedContribution {
  const project = projectOf(order);
  return {
    orderId: order.order_id!,
    reference,
    status: stateOf(order),
    grams: g,
    ...priceOf(m),
    ...(project && { project }),
  };
}

function priceOf(price: QuoteClaims['m']): { price?: NonNullable<ConfirmedContribution['price']> } {
  return price ? { price: { amountMinor: price[0], currency: price[1] } } : {};
}

function noSettlement(): CheckoutError {
  return new CheckoutError(
    'settlement_unavailable',
    'This service cannot settle orders with the booking. Use the payment page: checkout="redirect".',
  );
}

const PRICE_CHANGED = 40904 satisfies ErrorCodeNumber;
const NOT_PERMITTED = 40302 satisfies ErrorCodeNumber;
const SETTLED_ALREADY = 40902 satisfies ErrorCodeNumber;
const PAST_LIMIT = 40911 satisfies ErrorCodeNumber;

/** A refusal of the service in words for the merchant's backend; anything else as it is. */
function refusalOf(error: unknown): unknown {
  const cause = error instanceof CheckoutError ? error.cause : error;
  if (!(cause instanceof OffsetApiError)) return error;
  switch (cause.error) {
    case PRICE_CHANGED:
      return new CheckoutError(
        'price_changed',
        'The price has changed since the traveller saw it. Nothing was bought; return the amount or offer a new quote.',
        { field: 'token', cause },
      );
    case NOT_PERMITTED:
      return new CheckoutError(
        'settlement_refused',
        'The operator of the service does not permit this merchant to collect payments in this currency itself.',
        { cause },
      );
    case PAST_LIMIT:
      return new CheckoutError(
        'limit_reached',
        "Nothing was bought: the merchant's limit on unpaid statements is reached. Pay a statement, or ask the operator to raise the limit.",
        { cause },
      );
    case SETTLED_ALREADY:
      return new CheckoutError(
        'quote_used',
        'The order of this quote has failed, or its payer paid it on the payment page.',
        { field: 'token', cause },
      );
    default:
      return error;
  }
}
