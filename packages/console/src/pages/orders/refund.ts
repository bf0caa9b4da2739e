import { may } from '../../access/permission.ts';
import { formatMass } from '../../format/mass.ts';
import { formatMoney } from '../../format/money.ts';
import { PRODUCT_WORDS } from '../../format/product.ts';
import { type Content, html } from '../../http/html.ts';
import { onceField, readOnce } from '../../http/once.ts';
import { seeOther } from '../../http/reply.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { orderPath } from '../../layout/navigation.ts';
import { field } from '../../parts/field.ts';
import type { OrderDetail } from '../../service/order.ts';
import { Refusal } from '../../service/refusal.ts';
import { withDone } from '../done.ts';

/** Name of the button that refunds all that is left. */
const ALL = 'all';

/**
 * The form to refund what is left of an order; nothing for whoever may not, or where nothing is left. The Enter key presses
 * its first button, which refunds nothing without an amount: money that went back does not return.
 */
export function refundCard({ session, merchant }: MerchantVisit, order: OrderDetail): Content {
  if (order.status !== 'completed' || order.left.money.amount_minor === 0) return '';
  if (!may(session.role, 'orders.refund')) return '';
  const money = formatMoney(order.left.money);
  const left = `${money} for ${formatMass(order.left.grams)} is left.`;
  return html`<section class="card"><h2>Refund</h2>
<p class="small soft">${left} Allocated ${PRODUCT_WORDS[order.product].units} go back to stock; retired ones stay retired.</p>
<form method="post" action="${orderPath(merchant.id, order.id)}/refund">
${onceField()}
${field({ label: 'Kilograms', name: 'kilograms', type: 'number', min: '0.001', step: 'any', required: true, hint: 'Of the order, for a part' })}
${field({ label: 'Reason', name: 'reason', maxLength: 500, hint: 'Shown to your team, and in the webhook' })}
<p class="buttons"><button class="danger" type="submit">Refund a part</button><button class="danger" type="submit" name="${ALL}" value="yes" formnovalidate>Refund all, ${money}</button></p>
</form></section>`;
}

async function refund({ merchant, service, session, params, form }: MerchantVisit): Promise<Response> {
  const { order = '' } = params;
  const once = readOnce(form);
  const isAll = form.has(ALL);
  const given = isAll ? '' : (form.get('kilograms') ?? '');
  const reason = form.get('reason') ?? '';
  const kilograms = Number(given);
  if (given === '' && !isAll)
    throw new Refusal('State the kilograms to refund, or press the button that refunds all that is left.');
  if (given !== '' && !(kilograms >= 0.001 && kilograms <= 1e9))
    throw new Refusal('Kilograms must be a number of at least 0.001.');
  if (reason.length > 500) throw new Refusal('The reason may have at most 500 characters.');
  const request = { once, ...(given !== '' && { kilograms }), ...(reason !== '' && { reason }) };
  try {
    await service.orders.refund(session, merchant.id, order, request);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Only once it is refused: the second press of a form asks for what its first press has taken.
    const left = (await service.orders.find(merchant.id, order))?.left.grams;
    if (left === undefined || Math.round(kilograms * 1000) <= left) throw error;
    throw new Refusal(`Only ${formatMass(left)} of this order is left to refund.`);
  }
  return seeOther(withDone(orderPath(merchant.id, order), 'refund'));
}

/** Refunding an order: asks for a recent sign-in. */
export const refundRoutes: readonly Route[] = [
  forMerchant('POST', '/orders/:order/refund', { permission: 'orders.refund', recent: true }, refund),
];
