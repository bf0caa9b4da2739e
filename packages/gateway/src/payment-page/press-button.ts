import { failPending } from '../orders/end/fail-pending.ts';
import { extendHold } from '../orders/extend-hold.ts';
import { findOrder } from '../orders/find.ts';
import { wordsFor } from '../pages/product-words.ts';
import { type PayResult, pay } from '../payments/pay.ts';
import type { OrderRow } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { showPage } from './show-page.ts';
import { type PageContext, queryFrom, type Visit } from './visit.ts';

/** Maximum characters of a return URL at Stripe. */
const MAX_ADDRESS_CHARS = 5000;

type Form = ReadonlyMap<string, string>;

/** Does what a button of the payment page is for, if its order is still pending, and responds with the next page. */
export async function pressButton(gateway: PageContext, visit: Visit, form: Form): Promise<Response> {
  const action = form.get('action');
  const { order } = visit.view;
  if (order.status !== 'pending') return action === 'cancel' ? showCancelled(visit, order) : showAgain(visit);
  if (action === 'cancel') return cancel(gateway, visit);
  if (action === 'pay') return startPaying(gateway, visit, form);
  if (action === 'more-time' && gateway.provider.name !== 'none') return requestMoreTime(gateway, visit);
  return showPage(gateway, visit);
}

function addressOf({ context }: Visit): URL {
  return new URL(context.req.url);
}

function seeOther({ context }: Visit, url: string): Response {
  return context.body(null, 303, { location: url });
}

function showAgain(visit: Visit): Response {
  const { pathname, search } = addressOf(visit);
  return seeOther(visit, `${pathname}${search}`);
}

/**
 * A payer who paid sees the receipt first, with a link back. One who cancelled goes back at once, as the button says.
 */
function showCancelled(visit: Visit, { status }: Pick<OrderRow, 'status'>): Response {
  if (status !== 'failed') return showAgain(visit);
  const { pathname, searchParams } = addressOf(visit);
  return seeOther(visit, `${pathname}?${queryFrom('cancel', searchParams)}`);
}

async function cancel({ orders }: PageContext, visit: Visit): Promise<Response> {
  const { order } = visit.view;
  const failed = await inTransaction(orders.db, (tx) => failPending(tx, orders, order));
  // Undefined if it was paid just now, or cancelled in another tab.
  const ended = failed ?? (await findOrder(orders, order.merchant_id, order.id));
  return showCancelled(visit, ended ?? order);
}

async function requestMoreTime(gateway: PageContext, visit: Visit): Promise<Response> {
  if ((await extendHold(gateway.orders, visit.view.order)) === 'scarce')
    return showPage(gateway, visit, 'time');
  const { pathname, searchParams } = addressOf(visit);
  return seeOther(visit, `${pathname}?${queryFrom('more-time', searchParams)}`);
}

async function startPaying(gateway: PageContext, visit: Visit, form: Form): Promise<Response> {
  const result = await startPayment(gateway, visit, form);
  if (result.kind === 'invalid') return showPage(gateway, visit, result.problem);
  return result.kind === 'redirect' ? seeOther(visit, result.url) : showAgain(visit);
}

/** Starts a payment at the provider; an unreachable provider is a problem to show, not an error. */
async function startPayment(gateway: PageContext, visit: Visit, form: Form): Promise<PayResult> {
  const { orders, provider, faults } = gateway;
  const { view, locale } = visit;
  const address = addressOf(visit);
  try {
    return await pay(orders, provider, view.order, {
      returnUrl: urlFromProvider(gateway, address, true),
      cancelUrl: urlFromProvider(gateway, address, false),
      description: wordsFor(view.order, locale).creditsToBuy,
      form,
    });
  } catch (err) {
    faults.report({ err, provider: provider.name }, 'a payment could not be started');
    return { kind: 'invalid', problem: 'provider' };
  }
}

/** Returns the URL of this page for a payer who returns from the provider after a payment, or without one. */
function urlFromProvider({ orders }: PageContext, { pathname, searchParams }: URL, hasPaid: boolean): string {
  const url = new URL(`${orders.publicUrl}${pathname}`);
  url.search = String(hasPaid ? queryFrom('provider', searchParams) : searchParams);
  // A payment without a way back to the merchant is better than none.
  if (url.href.length > MAX_ADDRESS_CHARS) url.searchParams.delete('return_url');
  return url.href;
}
