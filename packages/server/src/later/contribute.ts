import type { Locale, QuoteOption, ReadyQuote } from '@flight-offset/core';
import { isCancelled } from '../bookings/refund-once.ts';
import { CheckoutError } from '../checkout-error.ts';
import type { Offset } from '../offset.ts';
import { ordersOfBooking } from '../orders/booking-orders.ts';
import { orderOfQuote } from '../orders/create-order.ts';
import { withLease } from '../orders/lease.ts';
import { orderStatus } from '../orders/order-status.ts';
import { type PageLinks, pagePaymentUrl } from '../orders/payment-url.ts';
import { type OrderRecord, type QuoteRecord, readJson, storeKey } from '../orders/record.ts';
import { quote } from '../quote/quote.ts';
import type { LaterClaims } from '../tokens/later-seal.ts';

/** How long creating the order of a link may take, seconds. */
const CONTRIBUTING_SECONDS = 150;

/** State of a link. */
export type LaterState =
  /**
   * The booking may be contributed to: the quote, the option nearest to the whole that is not sold out, and its token.
   */
  | {
      readonly kind: 'offer';
      readonly quote: ReadyQuote;
      readonly option: QuoteOption;
      readonly token: string;
    }
  /** Its order is waiting to be paid. */
  | { readonly kind: 'pending'; readonly paymentUrl: string }
  /**
   * Nothing can be offered at the moment; the link's order is paid, or the booking has another one; it was not paid in
   * time; or the payment is refunded, about to be, or lost at the service.
   */
  | { readonly kind: 'unavailable' | 'contributed' | 'failed' | 'expired' };

/**
 * Opens a sealed link.
 * @throws CheckoutError `not_found` if this merchant did not seal it; `quote_expired` if it expired.
 */
export async function openLink(offset: Offset, token: string): Promise<LaterClaims> {
  const claims = await offset.laterSeal.open(token);
  if (claims.x * 1000 > offset.now()) return claims;
  throw new CheckoutError('quote_expired', 'This link has expired.', { field: 'link' });
}

/** Distance of an option from the whole of the emissions. */
const distanceFromWhole = ({ fraction }: QuoteOption): number => Math.abs(fraction - 1);

/** Return URL and language of a link's payment page. */
function linksOf({ u }: LaterClaims, { tag }: Locale): PageLinks {
  return { returnUrl: u, locale: tag };
}

/** Returns the state of a link. It buys nothing, however often it is called: mail programs open links by themselves. */
export async function laterState(offset: Offset, claims: LaterClaims, locale: Locale): Promise<LaterState> {
  const settled = await orderState(offset, claims, locale);
  if (settled) return settled;
  const ready = await quote(offset, { ...claims.i, locale: locale.tag });
  if (ready.status !== 'ready') return { kind: 'unavailable' };
  const [option] = ready.options
    .filter(({ soldOut }) => !soldOut)
    .sort((a, b) => distanceFromWhole(a) - distanceFromWhole(b));
  if (!option) return { kind: 'unavailable' };
  // All offers of a link share its identifier, so that they are one order.
  const token = await offset.tokens.issue({ ...(await offset.tokens.read(option.token)), q: claims.q });
  return { kind: 'offer', quote: ready, option, token };
}

/**
 * Creates the order of a link at the price its traveller agreed to.
 * @param token of the offer that was shown.
 * @param locale of the page.
 * @returns the payment URL; or the state of the link, if it has an order already or the offer no longer holds.
 */
export async function createOrderOfLink(
  offset: Offset,
  claims: LaterClaims,
  token: string,
  locale: Locale,
): Promise<{ readonly paymentUrl: string } | LaterState> {
  const chosen = await offset.tokens.read(token);
  if (chosen.q !== claims.q)
    throw new CheckoutError('quote_invalid', 'This offer belongs to another link.', { field: 'offer' });
  return withLease(offset, storeKey.contributing(claims.r), CONTRIBUTING_SECONDS, async () => {
    const settled = await orderState(offset, claims, locale);
    if (settled) return settled;
    try {
      const order = await orderOfQuote(offset, chosen, { user: undefined, reference: claims.r });
      if (await readJson(offset, storeKey.cancelled(claims.r))) return { kind: 'expired' };
      return { paymentUrl: pagePaymentUrl(offset, order.paymentUrl, linksOf(claims, locale)) };
    } catch (error) {
      // The price has changed, or the offer expired: the traveller has to agree to the current one.
      if (error instanceof CheckoutError && error.code === 'quote_expired')
        return laterState(offset, claims, locale);
      throw error;
    }
  });
}

/**
 * Returns the state of an order that a link or its booking has already, a paid one first; undefined if there is none.
 */
async function orderState(
  offset: Offset,
  claims: LaterClaims,
  locale: Locale,
): Promise<LaterState | undefined> {
  const own = (await readJson<QuoteRecord>(offset, storeKey.quote(claims.q)))?.order?.id;
  const links = linksOf(claims, locale);
  const found = new Map<LaterState['kind'], LaterState>();
  for (const id of new Set([...(await ordersOfBooking(offset, claims.r)), own ?? []].flat())) {
    const state = await stateOfOrder(offset, id, links);
    if (state?.kind === 'contributed') return state;
    // A failed order of another link leaves its booking without a contribution.
    if (state && (state.kind !== 'failed' || id === own)) found.set(state.kind, state);
  }
  if (await readJson(offset, storeKey.cancelled(claims.r))) return { kind: 'expired' };
  return found.get('pending') ?? found.get('expired') ?? found.get('failed');
}

/** Returns the state of a link with this order; undefined if the store does not have it. */
async function stateOfOrder(offset: Offset, id: string, links: PageLinks): Promise<LaterState | undefined> {
  const record = await readJson<OrderRecord>(offset, storeKey.order(id));
  if (!record) return undefined;
  const { status, refunded } = await orderStatus(offset, id);
  if (status === 'failed') return { kind: 'failed' };
  if (status === 'pending') {
    // The service has lost its payment page too, and the traveller may have paid there: no other order is offered.
    if ((await offset.statusChecks.recent(id))?.isLost) return { kind: 'expired' };
    const { order } = (await readJson<QuoteRecord>(offset, storeKey.quote(record.quote))) ?? {};
    return order && { kind: 'pending', paymentUrl: pagePaymentUrl(offset, order.paymentUrl, links) };
  }
  const isBack = refunded === 'whole' || (await isCancelled(offset, id));
  return { kind: isBack ? 'expired' : 'contributed' };
}
