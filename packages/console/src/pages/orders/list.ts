import { may } from '../../access/permission.ts';
import { formatMass } from '../../format/mass.ts';
import { formatMoney } from '../../format/money.ts';
import { time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { csvReply } from '../../http/reply.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath, orderPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { emailText } from '../../parts/email-text.ts';
import { choice, field } from '../../parts/field.ts';
import { isolatedText } from '../../parts/isolated-text.ts';
import { orderBadge } from '../../parts/order-badge.ts';
import { cursorOf, pager } from '../../parts/pager.ts';
import { rowLink } from '../../parts/row-link.ts';
import { type Column, table } from '../../parts/table.ts';
import type { OrderFilter, OrderSummary } from '../../service/order.ts';
import { Refusal } from '../../service/refusal.ts';
import { hasNoDays, orderQuery, readOrderFilter } from './filter.ts';

const NO_DAYS = 'The end date is before the start date.';

const STATES = [
  ['', 'Any'],
  ['pending', 'Pending'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
] as const;

/** Returns the name by which staff know an order. */
function orderName({ id, reference, userName, userEmail }: OrderSummary): string {
  return [reference, userName ?? userEmail].filter(Boolean).join(', ') || id;
}

/** Columns of a list of a merchant's orders. */
export function orderColumns(merchantId: string): readonly Column<OrderSummary>[] {
  return [
    {
      name: 'Amount',
      cell: (order) =>
        html`${rowLink(orderPath(merchantId, order.id), formatMoney(order.amount), orderName(order))}<span class="sub whole">${formatMass(order.grams)} CO₂e${order.product === 'aviation_fuel' ? ', aviation fuel' : ''}</span>`,
    },
    { name: 'Status', cell: orderBadge },
    {
      name: 'Traveller',
      cell: ({ userName, userEmail }) =>
        html`${isolatedText(userName ?? userEmail ?? '–')}${userName && userEmail ? html`<span class="sub">${emailText(userEmail)}</span>` : ''}`,
    },
    { name: 'Reference', cell: ({ reference }) => isolatedText(reference ?? '–') },
    { name: 'Created', cell: ({ createdAt }) => time(createdAt) },
  ];
}

function filters(path: string, filter: OrderFilter): Content {
  return html`<form class="filters fields" method="get" action="${path}">
${field({ label: 'Order, reference, e-mail address or payment', name: 'search', type: 'search', value: filter.search, grow: true })}
${choice('Status', 'status', STATES, filter.status)}
${field({ label: 'Created from (UTC)', name: 'from', type: 'date', value: filter.from })}
${field({ label: 'Created to (UTC)', name: 'to', type: 'date', value: filter.to })}
<button type="submit">Search</button>
</form>`;
}

function noneText(filter: OrderFilter): string {
  if (orderQuery(filter) === '')
    return 'No orders yet. They appear here as soon as a traveller starts to pay.';
  if (hasNoDays(filter)) return `No order matches. ${NO_DAYS}`;
  if (filter.search === undefined) return 'No order matches.';
  return 'No order matches. Search finds whole references, e-mail addresses and identifiers, but not parts of them or names.';
}

async function listOrders(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, url } = visit;
  const base = merchantPath(merchant.id);
  const filter = readOrderFilter(url.searchParams);
  const { rows, next } = await service.orders.list(merchant.id, filter, cursorOf(url));
  const query = orderQuery(filter);
  const list = table('Orders', orderColumns(merchant.id), rows, noneText(filter));
  const csv = html`<a class="button" href="${base}/orders.csv?${query}">Export CSV</a>`;
  return page(visit, {
    title: 'Orders',
    place: 'orders',
    merchant,
    ...(may(session.role, 'orders.export') && { acts: csv }),
    content: html`${filters(`${base}/orders`, filter)}<div class="card">${list}${pager(url, next)}</div>`,
  });
}

async function exportOrders({ merchant, service, url, request }: MerchantVisit): Promise<Response> {
  const filter = readOrderFilter(url.searchParams);
  // A file without orders reads as if there were none.
  if (hasNoDays(filter)) throw new Refusal(NO_DAYS);
  return csvReply(await service.orders.export(merchant.id, filter, request.signal), 'orders.csv');
}

/** Orders: the list, and the same as CSV. */
export const orderListRoutes: readonly Route[] = [
  forMerchant('GET', '/orders', { permission: 'orders.read' }, listOrders),
  forMerchant('GET', '/orders.csv', { permission: 'orders.export' }, exportOrders),
];
