import { may } from '../../access/permission.ts';
import { formatMass } from '../../format/mass.ts';
import { formatMoney } from '../../format/money.ts';
import { PRODUCT_WORDS } from '../../format/product.ts';
import { time } from '../../format/time.ts';
import type { Fields } from '../../http/form.ts';
import { type Content, html } from '../../http/html.ts';
import { readOnce } from '../../http/once.ts';
import { seeOther } from '../../http/reply.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { orderPath } from '../../layout/navigation.ts';
import { emailText } from '../../parts/email-text.ts';
import { field } from '../../parts/field.ts';
import { isolatedText } from '../../parts/isolated-text.ts';
import type { OrderDetail } from '../../service/order.ts';
import { Refusal } from '../../service/refusal.ts';
import { confirmationPage } from '../confirmation-page.ts';
import { withDone } from '../done.ts';
import { notFoundPage } from '../problem.ts';

/** Name of the button that refunds all that is left. */
const ALL = 'all';

/**
 * Renders the form to refund what is left of an order; nothing for a person without the permission, or if nothing is
 * left. Its buttons lead to a confirmation page: refunded money does not return.
 */
export function refundCard({ session, merchant }: MerchantVisit, order: OrderDetail): Content {
  if (order.status !== 'completed' || order.left.money.amount_minor === 0) return '';
  if (!may(session.role, 'orders.refund')) return '';
  const money = formatMoney(order.left.money);
  const left = `${money} for ${formatMass(order.left.grams)} is left.`;
  return html`<section class="card"><h2>Refund</h2>
<p class="small soft">${left} Allocated ${PRODUCT_WORDS[order.product].units} go back to stock; retired ones stay retired.</p>
<form method="get" action="${orderPath(merchant.id, order.id)}/refund">
${field({ label: 'Kilograms', name: 'kilograms', type: 'number', min: '0.001', step: 'any', required: true, hint: 'How much of the order to refund' })}
<p class="buttons"><button class="danger" type="submit">Refund a part</button><button class="danger" type="submit" name="${ALL}" value="yes" formnovalidate>Refund all, ${money}</button></p>
</form></section>`;
}

/** Reads how much to refund; undefined for all that is left. @throws Refusal for an invalid amount. */
function readKilograms(given: Fields): number | undefined {
  if (given.has(ALL)) return undefined;
  const text = given.get('kilograms')?.trim() ?? '';
  if (text === '')
    throw new Refusal('Enter the kilograms to refund, or press the button that refunds all that is left.');
  // As a browser's field for numbers takes them: without 0x10, which Number takes as well.
  const kilograms = /^(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!(kilograms >= 0.001 && kilograms <= 1e9))
    throw new Refusal('Kilograms must be a number from 0.001 to 1,000,000,000, such as 12.5.');
  return kilograms;
}

/**
 * Lists earlier refunds of an order: a person who returns to the confirmation page, or takes over a colleague's ticket,
 * might refund the same part again. A dispute that was won does not count.
 */
function earlierRefunds({ refunds }: OrderDetail): Content | undefined {
  const made = refunds.filter(({ state }) => state !== 'failed');
  if (made.length === 0) return undefined;
  return html`${made.map(({ amount, cause, createdAt }) => html`<div>${formatMoney(amount)}, ${cause === 'dispute' ? 'disputed' : 'refunded'} ${time(createdAt)}</div>`)}`;
}

async function showConfirmation(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, params, url } = visit;
  const kilograms = readKilograms(url.searchParams);
  const order = await service.orders.find(merchant.id, params.order ?? '');
  if (!order) return notFoundPage(visit);
  const { id, userName, userEmail, reference, settlement } = order;
  if (kilograms !== undefined && Math.round(kilograms * 1000) > order.left.grams)
    throw new Refusal(`Only ${formatMass(order.left.grams)} of this order is left to refund.`);
  // The rest to refund comes from the preview: it may have changed since the order was read, and the version would not
  // show it.
  const { amount, grams, left, version } = await service.orders.previewRefund(merchant.id, id, kilograms);
  const path = orderPath(merchant.id, id);
  const by =
    settlement === 'merchant'
      ? 'The amount is taken off the next statement of the merchant, who returns it with the booking.'
      : 'The money goes back to the original payment method.';
  return confirmationPage(visit, {
    title: `Refund ${formatMoney(amount)}?`,
    place: 'orders',
    parent: { text: `Order, ${formatMoney(order.amount)}`, href: path },
    about: [
      ['Order', html`<code>${id}</code>`],
      ['Reference', reference],
      ['Traveller', userName ? isolatedText(userName) : userEmail && emailText(userEmail)],
      ['Refund', html`<strong>${formatMoney(amount)}</strong> of ${formatMoney(left.money)}`],
      ['Earlier', earlierRefunds(order)],
      ['Emissions', `${formatMass(grams)} of ${formatMass(left.grams)} CO₂e`],
    ],
    text: `${by} A refund cannot be undone.`,
    path: `${path}/refund`,
    hidden: { version, ...(kilograms === undefined ? { [ALL]: 'yes' } : { kilograms: String(kilograms) }) },
    fields: field({
      label: 'Reason',
      name: 'reason',
      maxLength: 500,
      hint: 'Shown to your team, and in the webhook',
    }),
    button: `Refund ${formatMoney(amount)}`,
  });
}

async function refund({ merchant, service, session, params, form }: MerchantVisit): Promise<Response> {
  const { order = '' } = params;
  const once = readOnce(form);
  const kilograms = readKilograms(form);
  const reason = form.get('reason') ?? '';
  if (reason.length > 500) throw new Refusal('The reason may have at most 500 characters.');
  const version = form.get('version') ?? '';
  const request = {
    once,
    version,
    ...(kilograms !== undefined && { kilograms }),
    ...(reason !== '' && { reason }),
  };
  await service.orders.refund(session, merchant.id, order, request);
  const isMerchants = (await service.orders.find(merchant.id, order))?.settlement === 'merchant';
  return seeOther(withDone(orderPath(merchant.id, order), isMerchants ? 'refund-merchant' : 'refund'));
}

const REFUND = { permission: 'orders.refund', recent: true } as const;

/** Refunding an order: requires a recent sign-in. */
export const refundRoutes: readonly Route[] = [
  forMerchant('GET', '/orders/:order/refund', REFUND, showConfirmation),
  forMerchant('POST', '/orders/:order/refund', REFUND, refund),
];
