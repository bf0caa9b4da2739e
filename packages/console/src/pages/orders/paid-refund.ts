import { may } from '../../access/permission.ts';
import { formatMoney } from '../../format/money.ts';
import { time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { seeOther } from '../../http/reply.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { orderPath } from '../../layout/navigation.ts';
import { choice, field } from '../../parts/field.ts';
import { refundBadge } from '../../parts/refund-badge.ts';
import { table } from '../../parts/table.ts';
import type { OrderDetail, OrderRefund } from '../../service/order.ts';
import { confirmationPage } from '../confirmation-page.ts';
import { withDone } from '../done.ts';
import { notFoundPage } from '../problem.ts';

/** How long a refund may wait to be sent before it may have to be paid another way, milliseconds. */
const SLOW_MS = 60 * 60 * 1000;

const UNCHECKED = 'unchecked';

/** Refunds of an order that the provider has not made, or could not make: they may have to be paid another way. */
function unmadeRefunds(
  { service }: MerchantVisit,
  { refunds, owedRefunds }: OrderDetail,
): readonly OrderRefund[] {
  return refunds.filter(({ id, state, reference, fault, createdAt }) => {
    if (!owedRefunds.includes(id)) return false;
    const isSlow = fault !== undefined || service.now() - createdAt >= SLOW_MS;
    return state === 'failed' || (reference === undefined && isSlow);
  });
}

/**
 * Renders refunds that may have to be paid another way, each with a button; nothing for a person without the
 * permission.
 */
export function unmadeRefundsCard(visit: MerchantVisit, order: OrderDetail): Content {
  if (!may(visit.session.role, 'reconciliation.manage')) return '';
  const unmade = unmadeRefunds(visit, order);
  if (unmade.length === 0) return '';
  const path = orderPath(visit.merchant.id, order.id);
  const rows = table(
    'Refunds not made',
    [
      {
        name: 'Refund',
        cell: ({ amount, createdAt }) =>
          html`${formatMoney(amount)}<span class="sub">${time(createdAt)}</span>`,
      },
      {
        name: 'State',
        cell: (one) =>
          html`${refundBadge(one)}${one.fault ? html`<span class="sub">${one.fault}</span>` : ''}`,
      },
      {
        name: 'Actions',
        number: true,
        cell: ({ id }) =>
          html`<a class="button" href="${path}/refunds/${id}/paid" aria-label="Record as paid: refund ${id}">Record as paid</a>`,
      },
    ],
    unmade,
  );
  return html`<section class="card"><h2>Refunds not made</h2>
<p class="small soft">If the provider cannot make a refund, pay the traveller another way, then record it.</p>${rows}</section>`;
}

async function showConfirmation(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, params } = visit;
  const order = await service.orders.find(merchant.id, params.order ?? '');
  const refund = order && unmadeRefunds(visit, order).find(({ id }) => id === params.refund);
  if (!order || !refund) return notFoundPage(visit);
  const path = orderPath(merchant.id, order.id);
  const { id, amount, state, fault, createdAt } = refund;
  const becomes =
    state === 'failed'
      ? 'Another refund of the same amount is recorded as completed.'
      : 'The refund is completed, and no longer sent to the provider.';
  return confirmationPage(visit, {
    title: `Record ${formatMoney(amount)} as paid?`,
    place: 'orders',
    parent: { text: `Order, ${formatMoney(order.amount)}`, href: path },
    about: [
      ['Order', html`<code>${order.id}</code>`],
      ['Refund', html`<code>${id}</code>`],
      ['Amount', formatMoney(amount)],
      ['State', html`${refundBadge(refund)}`],
      ['Problem', fault],
      ['Recorded', time(createdAt)],
    ],
    text: `First pay the traveller, for example by bank transfer: the gateway moves no money. ${becomes} This cannot be undone.`,
    path: `${path}/refunds/${id}/paid`,
    fields: html`${field({ label: 'Reference', name: 'reference', required: true, maxLength: 100, hint: "Your bank's reference of the payment, not a name: it stays in the audit log" })}
${choice("Provider's records", 'records', [
  ['read', 'Read first'],
  [UNCHECKED, 'Unchecked: I have looked there myself'],
])}`,
    button: 'Record as paid',
  });
}

async function record({ merchant, service, session, params, form }: MerchantVisit): Promise<Response> {
  const { order = '', refund = '' } = params;
  const isUnchecked = form.get('records') === UNCHECKED;
  const paid = { refund, reference: form.get('reference') ?? '', isUnchecked };
  await service.orders.recordPaid(session, merchant.id, order, paid);
  return seeOther(withDone(orderPath(merchant.id, order), 'refund-paid'));
}

const MANAGE = { permission: 'reconciliation.manage', recent: true } as const;

/** Recording that a refund was paid another way: requires a recent sign-in. */
export const paidRefundRoutes: readonly Route[] = [
  forMerchant('GET', '/orders/:order/refunds/:refund/paid', MANAGE, showConfirmation),
  forMerchant('POST', '/orders/:order/refunds/:refund/paid', MANAGE, record),
];
