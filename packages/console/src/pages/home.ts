import { type Content, html } from '../http/html.ts';
import { seeOther } from '../http/reply.ts';
import { forSignedIn, type Route, type SignedInVisit } from '../http/route.ts';
import { searchText } from '../http/search-text.ts';
import { merchantPath, orderPath, ROOT } from '../layout/navigation.ts';
import { page } from '../layout/page.ts';
import { field } from '../parts/field.ts';
import { table } from '../parts/table.ts';
import type { MerchantSummary } from '../service/merchant.ts';
import { forbiddenPage } from './problem.ts';

/** Ignores case, and sorts `Air 2` before `Air 10`: databases sort names by their bytes, or by their own settings. */
const byName = new Intl.Collator('en', { numeric: true });

function matchingMerchants(
  merchants: readonly MerchantSummary[],
  search: string,
): readonly MerchantSummary[] {
  const wanted = search.toLowerCase();
  const matching = merchants.filter(({ id, name }) =>
    [id, name].some((one) => one.toLowerCase().includes(wanted)),
  );
  return matching.toSorted((a, b) => byName.compare(a.name, b.name));
}

function listOf(merchants: readonly MerchantSummary[], none: string): Content {
  return table(
    'Merchants',
    [
      {
        name: 'Merchant',
        cell: ({ id, name }) => html`<a class="row" href="${merchantPath(id)}">${name}</a>`,
      },
      { name: 'Identifier', cell: ({ id }) => html`<code>${id}</code>` },
    ],
    merchants,
    none,
  );
}

async function home(visit: SignedInVisit): Promise<Response> {
  const { session, service, url } = visit;
  if (session.merchantId !== undefined) return seeOther(merchantPath(session.merchantId));
  if (session.role !== 'operator') return forbiddenPage(visit, true);
  const merchants = await service.merchants.list();
  const search = searchText(url.searchParams, 'search') ?? '';
  const shown = matchingMerchants(merchants, search);
  const order = shown.length === 0 && search !== '' ? await service.orders.locate(search) : undefined;
  if (order) return seeOther(orderPath(order.merchantId, order.orderId));
  const none =
    search === ''
      ? 'No merchants yet. Create one: flight-offset-gateway merchants create NAME'
      : 'No merchant matches, and no order or payment has this identifier.';
  const form =
    merchants.length > 0
      ? html`<form class="filters fields" method="get" action="${ROOT}">${field({ label: 'Merchant, order or payment', name: 'search', type: 'search', value: search, grow: true })}<button type="submit">Search</button></form>`
      : '';
  return page(visit, {
    title: 'Merchants',
    place: 'merchants',
    content: html`${form}<div class="card">${listOf(shown, none)}</div>`,
  });
}

/** Start page of the console: a merchant's overview for its staff, all merchants for operators. */
export const homeRoutes: readonly Route[] = [forSignedIn('GET', '/', home)];
