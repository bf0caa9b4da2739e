import { formatCount } from '../../format/count.ts';
import { formatMassShort } from '../../format/mass.ts';
import { formatMoney } from '../../format/money.ts';
import { formatPercent } from '../../format/percent.ts';
import { PRODUCT_WORDS } from '../../format/product.ts';
import { type Content, html } from '../../http/html.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath, orderPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { findings } from '../../parts/findings.ts';
import { empty, table } from '../../parts/table.ts';
import type { Overview } from '../../service/overview.ts';
import { orderColumns } from '../orders/list.ts';
import { plots, productsOf } from './plots.ts';

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A name, a value, and a note on its parts. */
type Figure = readonly [name: string, value: string, note?: string];

function figures({ days, money }: Overview): Content {
  const orders = sum(days.map((day) => day.orders));
  const paid = sum(days.map((day) => day.paid));
  const [first, ...rest] = money;
  const entries: readonly Figure[] = [
    ['Orders', formatCount(orders)],
    ['Paid', formatPercent(paid, orders), `${formatCount(paid)} of them`],
    ...productsOf({ days }).map((product): Figure => {
      const grams = sum(days.map((day) => day.grams[product]));
      return [PRODUCT_WORDS[product].title, formatMassShort(grams), 'CO₂e of paid orders'];
    }),
    ['Contributions', first ? formatMoney(first) : '–', rest.map(formatMoney).join(', ')],
  ];
  const rows = entries.map(
    ([name, value, note]) =>
      html`<div><dt>${name}</dt><dd>${value}${note ? html`<small>${note}</small>` : ''}</dd></div>`,
  );
  return html`<dl class="card figures">${rows}</dl>`;
}

async function overview(visit: MerchantVisit): Promise<Response> {
  const { merchant, service } = visit;
  const base = merchantPath(merchant.id);
  const [totals, attention, { rows }] = await Promise.all([
    service.overview.read(merchant.id),
    service.overview.attention(merchant.id),
    service.orders.list(merchant.id, {}),
  ]);
  const newest =
    rows.length === 0
      ? empty('No orders yet. They appear here as soon as a traveller starts to pay.')
      : html`${table('Newest orders', orderColumns(merchant.id), rows.slice(0, 5))}<p class="pager"><a href="${base}/orders">All orders</a></p>`;
  const alerts =
    attention.length === 0
      ? ''
      : html`<section class="card"><h2>Needs attention</h2>${findings(attention, orderPath(merchant.id, ''))}</section>`;
  return page(visit, {
    title: 'Overview',
    subtitle: 'The last 30 days, in UTC, before refunds and disputes, at most a minute old',
    place: 'overview',
    merchant,
    content: html`${alerts}${figures(totals)}${plots(totals)}<section class="card"><h2>Newest orders</h2>${newest}</section>`,
  });
}

/** Start page of a merchant's staff. */
export const overviewRoutes: readonly Route[] = [
  forMerchant('GET', '', { permission: 'overview.read' }, overview),
];
