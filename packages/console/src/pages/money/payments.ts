import { formatMoney } from '../../format/money.ts';
import { time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath, orderPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { cursorOf, pager } from '../../parts/pager.ts';
import { paymentBadge } from '../../parts/payment-badge.ts';
import { rowLink } from '../../parts/row-link.ts';
import { table } from '../../parts/table.ts';
import type { MerchantPayment } from '../../service/order.ts';

/** Payments, each with its order. */
export function paymentsTable({ merchant }: MerchantVisit, payments: readonly MerchantPayment[]): Content {
  return table(
    'Payments',
    [
      {
        name: 'Amount',
        cell: ({ amount, received, orderId }) =>
          html`${rowLink(orderPath(merchant.id, orderId), formatMoney(received ?? amount), orderId)}<span class="sub">${orderId}</span>`,
      },
      {
        name: 'State',
        cell: ({ state, fault }) =>
          html`${paymentBadge(state)}${fault ? html`<span class="sub">${fault}</span>` : ''}`,
      },
      {
        name: 'Provider',
        cell: ({ provider, reference }) => html`${provider}<span class="sub">${reference ?? ''}</span>`,
      },
      { name: 'Started', cell: ({ createdAt }) => time(createdAt) },
    ],
    payments,
    'No payments yet. Orders paid with a booking have none.',
  );
}

async function listPayments(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, url } = visit;
  const { rows, next } = await service.money.payments(merchant.id, cursorOf(url));
  return page(visit, {
    title: 'Payments',
    place: 'money',
    merchant,
    parent: { text: 'Money', href: `${merchantPath(merchant.id)}/money` },
    content: html`<section class="card">${paymentsTable(visit, rows)}${pager(url, next)}</section>`,
  });
}

/** Every payment of a merchant's orders. */
export const paymentRoutes: readonly Route[] = [
  forMerchant('GET', '/money/payments', { permission: 'money.read' }, listPayments),
];
