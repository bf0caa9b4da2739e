import { type Checkout, type CheckoutRequest, checkoutRequestSchema, type User } from '@flight-offset/core';
import { type CreatedOrderResponse, OffsetResponseError, toHex } from '@flight-offset/core/server';
import { requireAddress } from '../address.ts';
import { NOT_CHARGED, toCheckoutError } from '../checkout-error.ts';
import { sha256 } from '../digest.ts';
import { readInput } from '../input.ts';
import type { Offset } from '../offset.ts';
import type { QuoteClaims } from '../tokens/quote-token.ts';
import { recordOrderOfBooking } from './booking-orders.ts';
import { orderForBooking, orderForUser } from './existing-order.ts';
import { certainlyNotMade, offerChange, tooMuchToHold } from './failed-create.ts';
import { deleteWhere, requestInProgress, withLease } from './lease.ts';
import { pagePaymentUrl } from './payment-url.ts';
import { expiredQuote, otherTraveller, requestNewQuote } from './quote-refusal.ts';
import { firstCheck } from './reconcile-schedule.ts';
import {
  addJson,
  isOrderId,
  type OrderRecord,
  type PayableOrder,
  type QuoteRecord,
  readJson,
  storeKey,
  writeJson,
} from './record.ts';
import { recoverOrder } from './recover.ts';
import { requestOf, sendOrder } from './send-order.ts';

/** How long creating one order may take with all its attempts, seconds. */
export const CREATING_SECONDS = 120;

/** How long after a quote expired an order may be created for its paid booking, seconds. */
const GRACE_SECONDS = 86_400;

/** The booking that an order belongs to, as the merchant's backend knows it. */
export interface BookingContext {
  /**
   * The merchant's own reference, such as a booking code; passed to `onOrderCompleted` and `onOrderFailed`, and used by
   * `cancelForBooking` to find the order. A quote whose order has another reference is `quote_expired`: the page
   * requests a new quote by itself.
   */
  readonly reference?: string | undefined;
  /** Absolute return URL, in place of the option `returnUrl`. */
  readonly returnUrl?: string | undefined;
}

/**
 * Creates the order of a quote's token: at most one, however many requests, tabs and processes there are. Amount and
 * idempotency key come from the token alone.
 * @throws CheckoutError `quote_invalid`, `quote_expired`, `quote_used`, `sold_out`, `bad_request`,
 * `service_unavailable`.
 * @example
 * const { orderId, paymentUrl } = await createOrder(offset, { token }, { reference: booking.code });
 */
export async function createOrder(
  offset: Offset,
  input: CheckoutRequest,
  context: BookingContext = {},
): Promise<Checkout> {
  try {
    // The payment page accepts no other URL: travellers would not get back.
    requireAddress('returnUrl of bookingContext', context.returnUrl);
    const request = readInput(checkoutRequestSchema, input);
    const claims = await offset.tokens.read(request.token);
    const { reference } = context;
    const { id, paymentUrl } = await orderOfQuote(offset, claims, { user: request.user, reference });
    const links = { returnUrl: context.returnUrl, locale: claims.n };
    return { orderId: id, paymentUrl: pagePaymentUrl(offset, paymentUrl, links) };
  } catch (error) {
    throw toCheckoutError(tooMuchToHold(offset, error) ?? error, NOT_CHARGED);
  }
}

/** Owner of an order, and whether its quote may have expired. */
export interface OrderOfQuoteOptions {
  readonly user: CheckoutRequest['user'];
  readonly reference: string | undefined;
  /**
   * Whether the booking of `reference` is paid. If so, an order may be created for some time after the quote expired,
   * and an existing order is returned whichever traveller it was created for, and belongs to that booking from now on.
   * Default false.
   */
  readonly isBookingPaid?: boolean;
}

/** Rethrows an error of a quote whose order may be paid: no caller may state that nothing was charged. */
function rethrowAsCheckoutError(error: unknown): never {
  throw toCheckoutError(error);
}

/**
 * Returns the order of a quote, created now unless it exists: at most one, over all processes on one store. With a
 * reference it belongs to that booking, and is cancelled with it.
 * @throws CheckoutError like {@link createOrder}; also `quote_used` if the order belongs to another booking.
 */
export async function orderOfQuote(
  offset: Offset,
  claims: QuoteClaims,
  { user, reference, isBookingPaid = false }: OrderOfQuoteOptions,
): Promise<PayableOrder> {
  const fingerprint = await userFingerprint(claims.q, user);
  const findExisting = (): Promise<PayableOrder | undefined> =>
    (isBookingPaid
      ? orderForBooking(offset, claims.q, reference!)
      : orderForUser(offset, claims.q, fingerprint, reference)
    ).catch(rethrowAsCheckoutError);
  const done = await findExisting();
  if (done) return done;
  const grace = isBookingPaid ? (offset.options.confirmGraceSeconds ?? GRACE_SECONDS) : 0;
  if ((claims.x + grace) * 1000 <= offset.now()) throw expiredQuote();
  return withLease(offset, storeKey.creating(claims.q), CREATING_SECONDS, async () => {
    // Another tab may have finished while this one waited for its turn.
    return (
      (await findExisting()) ??
      (await createOrRecoverOrder(offset, claims, user, { fingerprint, reference, findExisting }))
    );
  });
}

interface NewOrder {
  readonly fingerprint: string;
  readonly reference: string | undefined;
  readonly findExisting: () => Promise<PayableOrder | undefined>;
}

type Sent = Required<Pick<QuoteRecord, 'user' | 'sent' | 'request'>>;

async function createOrRecoverOrder(
  offset: Offset,
  given: QuoteClaims,
  user: CheckoutRequest['user'],
  { fingerprint, reference, findExisting }: NewOrder,
): Promise<PayableOrder> {
  const earlier = await readJson<QuoteRecord>(offset, storeKey.quote(given.q));
  if (earlier && earlier.user !== fingerprint) throw otherTraveller();
  // A repeat sends the first request, whatever its own booking or offer: the service refuses anything else.
  const request = earlier?.request ?? (await requestOf(offset, given, reference));
  const sent = earlier ?? { user: fingerprint, sent: offset.now(), request };
  const lost = earlier !== undefined && !offset.honoursIdempotencyKey;
  // Does not overwrite another process's request, if this process stood still for longer than its lease.
  if (!earlier && !(await addJson(offset, storeKey.quote(given.q), sent))) throw requestInProgress();
  const order = lost
    ? await recoverOrder(offset, given.q, sent.sent)
    : await sendOrder(offset, request, user).catch(async (error: unknown) => {
        if (certainlyNotMade(error, earlier !== undefined))
          await deleteWhere(offset, storeKey.quote(given.q), JSON.stringify(sent));
        throw offerChange(offset, error) ?? error;
      });
  if (!order)
    throw requestNewQuote("We couldn't confirm your order. Nothing was bought; request a new quote.");
  const made = await recordCreatedOrder(offset, order, { ...sent, request }, user);
  if (!earlier) return made;
  const known = await findExisting();
  // All offers of a link share one order, which may be of an earlier offer.
  if (!known || request.claims.g !== given.g || String(request.claims.m) !== String(given.m))
    throw requestNewQuote('The order of this quote was made with another offer. Request a new quote.');
  return known;
}

/**
 * Stores a created order before its payment URL is returned: a webhook may arrive before the page has it. An attempt
 * that stopped half-way may have stored the order, and a webhook may have made it final since. Reconciling drops an
 * entry without its order.
 */
async function recordCreatedOrder(
  offset: Offset,
  { order_id: id, payment_url: paymentUrl }: CreatedOrderResponse,
  { user: fingerprint, sent, request: { claims, reference } }: Sent,
  user: CheckoutRequest['user'],
): Promise<PayableOrder> {
  if (!isOrderId(id)) throw new OffsetResponseError('order_id must be 1 to 256 printable characters');
  const record: OrderRecord = {
    id,
    quote: claims.q,
    grams: claims.g,
    legs: claims.l,
    price: claims.m,
    created: sent,
    state: 'pending',
    methods: claims.p?.map(([name, version, ...publishers]) => ({
      name,
      ...(version !== '' && { version }),
      ...(publishers.length > 0 && { publishers }),
    })),
    reference,
    locale: claims.n,
    email: user?.email,
    tax_id: user?.tax_id,
  };
  await addJson(offset, storeKey.order(id), record);
  await writeJson(offset, storeKey.pending(id), firstCheck(offset.now()));
  // The booking that it was requested for, which a repeat may not name.
  await recordOrderOfBooking(offset, reference, id);
  const order = { id, paymentUrl };
  await writeJson(offset, storeKey.quote(claims.q), { user: fingerprint, sent, order } satisfies QuoteRecord);
  return order;
}

/**
 * Fingerprint of the user of a quote: the same details give the same value, in any order. Only a person who knows
 * all of the details can recognise it.
 */
async function userFingerprint(quote: string, user: User | undefined): Promise<string> {
  const { name, email, tax_id } = user ?? {};
  const text = JSON.stringify([quote, name, email, tax_id]);
  return toHex((await sha256(text)).subarray(0, 16));
}
