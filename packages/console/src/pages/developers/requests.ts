import { time } from '../../format/time.ts';
import { html } from '../../http/html.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { searchText } from '../../http/search-text.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { badge } from '../../parts/badge.ts';
import { field } from '../../parts/field.ts';
import { cursorOf, pager } from '../../parts/pager.ts';
import { type Column, table } from '../../parts/table.ts';
import type { FailedRequest } from '../../service/developer.ts';

const COLUMNS: readonly Column<FailedRequest>[] = [
  {
    name: 'Error',
    cell: ({ code, message, method, route }) =>
      html`${code}: ${message}<span class="sub">${method} <code>${route}</code></span>`,
  },
  {
    name: 'Status',
    cell: ({ status, durationMs }) =>
      html`${badge(String(status), status >= 500 ? 'bad' : 'wait')}<span class="sub">${durationMs} ms</span>`,
  },
  { name: 'Request id', cell: ({ requestId }) => html`<code>${requestId}</code>` },
  { name: 'When', cell: ({ at }) => time(at, true) },
];

async function listRequests(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, url } = visit;
  const path = `${merchantPath(merchant.id)}/developers`;
  const search = searchText(url.searchParams, 'id');
  const after = cursorOf(url);
  const { rows, next } = await service.developers.failures(merchant.id, search, after);
  const none = search ? 'No failed request has this id.' : 'No request failed in the last seven days.';
  return page(visit, {
    title: 'Failed requests',
    subtitle: 'Requests with your keys that returned an error in the last seven days, without their bodies',
    place: 'developers',
    merchant,
    parent: { text: 'Developers', href: path },
    content: html`<form class="filters fields" method="get" action="${path}/requests">
${field({ label: 'Request id', name: 'id', type: 'search', value: search, grow: true, hint: 'From the header x-request-id of the response' })}
<button type="submit">Search</button></form>
<section class="card">${table('Failed requests', COLUMNS, rows, none)}${pager(url, next)}</section>`,
  });
}

/** Requests that failed, found by the id in their response. */
export const requestRoutes: readonly Route[] = [
  forMerchant('GET', '/developers/requests', { permission: 'developers.read' }, listRequests),
];
