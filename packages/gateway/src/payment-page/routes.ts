import type { Locale } from '@flight-offset/core';
import type { Context } from 'hono';
import type { FaultLog } from '../fault-log.ts';
import { readBody } from '../http/body.ts';
import type { Env } from '../http/env.ts';
import type { Routes } from '../http/routes.ts';
import { isSandbox } from '../merchants/is-sandbox.ts';
import type { OrderContext } from '../orders/context.ts';
import { asOf } from '../orders/end/as-of.ts';
import { failPending } from '../orders/end/fail-pending.ts';
import { canExtendHold, extendHold } from '../orders/extend-hold.ts';
import { findOrder } from '../orders/find.ts';
import { isPastHold } from '../orders/hold.ts';
import { brandStyle, isLogoUrl } from '../pages/brand.ts';
import { findAccent, findView } from '../pages/find-view.ts';
import { orderLine } from '../pages/order-line.ts';
import type { OrderView } from '../pages/order-view.ts';
import { page, pageHeaders } from '../pages/page.ts';
import { inLanguage, pageLocale } from '../pages/page-locale.ts';
import { wordsFor } from '../pages/product-words.ts';
import { type PayResult, pay } from '../payments/pay.ts';
import { Problem } from '../problem.ts';
import type { Provider } from '../providers/provider.ts';
import { inTransaction } from '../store/transaction.ts';
import { type PaymentProblem, paymentPage, paymentTitle } from './payment-page.ts';
import { returnUrl } from './return-url.ts';

/** Maximum bytes of a form: the page's own has two short fields, and a million of them would take seconds to read. */
const MAX_FORM_BYTES = 4096;

/** Maximum characters of a return URL at Stripe. */
const MAX_ADDRESS_CHARS = 5000;

function readForm(body: Uint8Array): ReadonlyMap<string, string> {
  if (body.length > MAX_FORM_BYTES) throw new Problem(40002, 'The form is too large.');
  return new Map(new URLSearchParams(new TextDecoder().decode(body)));
}

function linkNotFound(): Problem {
  return new Problem(40401, 'Payment link not found. Check that the link is complete.');
}

function seeOther(context: Context<Env>, url: string): Response {
  return context.body(null, 303, { location: url });
}

/** Returns the query of this page for a payer who comes from the provider, or has just cancelled or got more time. */
function queryFrom(where: 'provider' | 'cancel' | 'more-time', query: URLSearchParams): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.set('from', where);
  return changed;
}

/** Parts of the gateway that the page needs. */
interface Needs {
  readonly orders: OrderContext;
  readonly provider: Provider;
  /** Origins of the provider's payment pages. */
  readonly paymentOrigins: readonly string[];
  readonly sandbox: boolean;
  readonly faults: FaultLog;
}

/** Extension: the payment page, for the payer's browser. */
export const pageRoutes: Routes<Needs> = (gateway) => {
  const { orders, provider } = gateway;

  async function show(
    context: Context<Env>,
    view: OrderView,
    locale: Locale,
    problem?: PaymentProblem,
  ): Promise<Response> {
    const address = new URL(context.req.url);
    const { pathname, searchParams } = address;
    const back = returnUrl(searchParams.get('return_url') ?? undefined, view.order.id, view.merchant);
    const isBeingPaid = searchParams.get('from') === 'provider' || isPastHold(view.order, orders.now());
    const waiting = view.order.status === 'pending' && isBeingPaid;
    const content = paymentPage({
      view,
      locale,
      provider: provider.name,
      action: inLanguage(address, locale.tag),
      back,
      receiptPath: `${pathname}/receipt`,
      keysUrl: `${orders.publicUrl}/.well-known/jwks.json`,
      sandbox: isSandbox(gateway, view.merchant),
      waiting,
      now: orders.now(),
      canExtendHold: canExtendHold(orders, view.order),
      isHoldJustExtended: searchParams.get('from') === 'more-time',
      ...(problem ? { problem } : {}),
    });
    const text = await page({
      locale,
      title: paymentTitle(view, locale, waiting),
      subtitle: orderLine(view, locale),
      waits: waiting,
      languageUrl: (language) => inLanguage(address, language),
      merchant: view.merchant,
      orderId: view.order.id,
      brandPath: `${pathname}/brand.css`,
      content,
    });
    const { logo_url: logo } = view.merchant;
    const images = logo !== null && isLogoUrl(logo) ? [new URL(logo).origin] : [];
    const status = problem === undefined ? 200 : problem === 'provider' ? 502 : 422;
    const headers = pageHeaders({ formTargets: gateway.paymentOrigins, images, waits: waiting });
    // By Refresh: for a redirect in response to a form, form-action would block each origin that the merchant's page
    // redirects to.
    const leaves = searchParams.get('from') === 'cancel' && view.order.status === 'failed';
    if (leaves && back) headers.refresh = `0; url=${back.href}`;
    return context.body(text, status, headers);
  }

  /** Starts a payment at the provider; an unreachable provider is a problem to show, not an error. */
  async function startPayment(view: OrderView, how: Parameters<typeof pay>[3]): Promise<PayResult> {
    try {
      return await pay(orders, provider, view.order, how);
    } catch (err) {
      gateway.faults.report({ err, provider: provider.name }, 'a payment could not be started');
      return { kind: 'invalid', problem: 'provider' };
    }
  }

  /** Returns the URL of this page for a payer who returns from the provider after a payment, or without one. */
  function urlFromProvider({ pathname, searchParams }: URL, hasPaid: boolean): string {
    const url = new URL(`${orders.publicUrl}${pathname}`);
    url.search = String(hasPaid ? queryFrom('provider', searchParams) : searchParams);
    // A payment without a way back to the merchant is better than none.
    if (url.href.length > MAX_ADDRESS_CHARS) url.searchParams.delete('return_url');
    return url.href;
  }

  /** Reads the locale and the order of a request. @throws Problem 40401 if there is no such order. */
  async function requireView(context: Context<Env>): Promise<{ locale: Locale; view: OrderView }> {
    const locale = pageLocale(context);
    const token = context.req.param('token') ?? '';
    const view = await findView(orders.db, token);
    if (!view) throw linkNotFound();
    const [order = view.order] = await asOf(orders.db, [view.order], orders.now());
    return { locale, view: { ...view, order } };
  }

  async function performAction(
    context: Context<Env>,
    form: ReadonlyMap<string, string>,
    { view, locale }: { readonly view: OrderView; readonly locale: Locale },
  ): Promise<Response> {
    const address = new URL(context.req.url);
    const here = `${address.pathname}${address.search}`;
    let { status } = view.order;
    if (status === 'pending') {
      if (form.get('action') === 'cancel') {
        const failed = await inTransaction(orders.db, (tx) => failPending(tx, orders, view.order));
        // Undefined if it was paid just now, or cancelled in another tab.
        const ended = failed ?? (await findOrder(orders, view.order.merchant_id, view.order.id));
        if (ended) ({ status } = ended);
      } else if (form.get('action') === 'pay') {
        const result = await startPayment(view, {
          returnUrl: urlFromProvider(address, true),
          cancelUrl: urlFromProvider(address, false),
          description: wordsFor(view.order, locale).creditsToBuy,
          form,
        });
        if (result.kind === 'invalid') return show(context, view, locale, result.problem);
        if (result.kind === 'redirect') return seeOther(context, result.url);
      } else if (form.get('action') === 'more-time' && provider.name !== 'none') {
        if ((await extendHold(orders, view.order)) === 'scarce') return show(context, view, locale, 'time');
        return seeOther(context, `${address.pathname}?${queryFrom('more-time', address.searchParams)}`);
      } else return show(context, view, locale);
    }
    // A payer who paid sees the receipt first, with a link back. One who cancelled goes back at once, as the button
    // says.
    const cancelled = form.get('action') === 'cancel' && status === 'failed';
    const query = queryFrom('cancel', address.searchParams);
    return seeOther(context, cancelled ? `${address.pathname}?${query}` : here);
  }

  return {
    '/pay/:token': {
      async GET(context) {
        const { locale, view } = await requireView(context);
        return show(context, view, locale);
      },
      async POST(context) {
        const body = await readBody(context.env.incoming);
        return performAction(context, readForm(body), await requireView(context));
      },
    },
    '/pay/:token/brand.css': {
      async GET(context) {
        const merchant = await findAccent(orders.db, context.req.param('token') ?? '');
        if (!merchant) throw linkNotFound();
        return context.body(brandStyle(merchant), 200, { 'content-type': 'text/css; charset=utf-8' });
      },
    },
  };
};
