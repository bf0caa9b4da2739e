import { html } from '../../http/html.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { empty, table } from '../../parts/table.ts';
import { orderColumns } from '../orders/list.ts';

async function overview(visit: MerchantVisit): Promise<Response> {
  const { merchant, service } = visit;
  const base = merchantPath(merchant.id);
  const { rows } = await service.orders.list(merchant.id, {});
  const list =
    rows.length === 0
      ? empty('No orders yet. They appear here as soon as a traveller starts to pay.')
      : html`${table('Newest orders', orderColumns(base), rows.slice(0, 5))}<p class="pager"><a href="${base}/orders">All orders</a></p>`;
  return page(visit, {
    title: 'Overview',
    place: 'overview',
    merchant,
    content: html`<section class="card"><h2>Newest orders</h2>${list}</section>`,
  });
}

/** Where staff of a merchant begin. */
export const overviewRoutes: readonly Route[] = [
  forMerchant('GET', '', { permission: 'overview.read' }, overview),
];
