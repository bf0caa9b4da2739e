import { isSandbox } from '../merchants/is-sandbox.ts';
import { canExtendHold } from '../orders/extend-hold.ts';
import { isPastHold } from '../orders/hold.ts';
import { isLogoUrl } from '../pages/brand.ts';
import { orderLine } from '../pages/order-line.ts';
import { page, pageHeaders } from '../pages/page.ts';
import { inLanguage } from '../pages/page-locale.ts';
import { type PaymentProblem, paymentPage, paymentTitle } from './payment-page.ts';
import { returnUrl } from './return-url.ts';
import type { PageContext, Visit } from './visit.ts';

function statusOf(problem: PaymentProblem | undefined): 200 | 422 | 502 {
  if (problem === undefined) return 200;
  return problem === 'provider' ? 502 : 422;
}

/** Whether the page waits for the provider's report on a payment. */
function isWaiting({ view: { order } }: Visit, from: string | null, now: number): boolean {
  return order.status === 'pending' && (from === 'provider' || isPastHold(order, now));
}

/** Responds with the payment page. @param problem why the payer's last press did not succeed. */
export async function showPage(
  gateway: PageContext,
  visit: Visit,
  problem?: PaymentProblem,
): Promise<Response> {
  const { orders, provider } = gateway;
  const { context, view, locale } = visit;
  const address = new URL(context.req.url);
  const { pathname, searchParams } = address;
  const from = searchParams.get('from');
  const back = returnUrl(searchParams.get('return_url') ?? undefined, view.order.id, view.merchant);
  const waiting = isWaiting(visit, from, orders.now());
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
    isHoldJustExtended: from === 'more-time',
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
  const headers = pageHeaders({ formTargets: gateway.paymentOrigins, images, waits: waiting });
  // By Refresh: for a redirect in response to a form, form-action would block each origin that the merchant's page
  // redirects to.
  const leaves = from === 'cancel' && view.order.status === 'failed';
  if (leaves && back) headers.refresh = `0; url=${back.href}`;
  return context.body(text, statusOf(problem), headers);
}
