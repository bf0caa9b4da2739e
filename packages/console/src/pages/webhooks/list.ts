import { may } from '../../access/permission.ts';
import { formatCount } from '../../format/count.ts';
import { formatDuration, time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { badge } from '../../parts/badge.ts';
import { choice, field } from '../../parts/field.ts';
import { cursorOf, pager } from '../../parts/pager.ts';
import { rowLink } from '../../parts/row-link.ts';
import { type Column, empty, table } from '../../parts/table.ts';
import { webhookBadge } from '../../parts/webhook-badge.ts';
import type { WebhookEndpoint, WebhookFilter, WebhookSummary } from '../../service/webhook.ts';
import { doneNotice } from '../done.ts';

const STATES = [
  ['', 'Any'],
  ['pending', 'Pending'],
  ['delivered', 'Delivered'],
  ['dead', 'Failed'],
] as const;

function columns(base: string, now: number): readonly Column<WebhookSummary>[] {
  return [
    {
      name: 'Webhook',
      cell: ({ id, type, orderId }) =>
        html`${rowLink(`${base}/webhooks/${id}`, type, orderId)}<span class="sub">${orderId}</span>`,
    },
    { name: 'State', cell: (one) => webhookBadge(one) },
    { name: 'Attempts', number: true, cell: ({ attemptCount }) => String(attemptCount) },
    {
      name: 'Created',
      cell: ({ createdAt, nextAttemptAt }) =>
        html`${time(createdAt)}${nextAttemptAt !== undefined && nextAttemptAt > now ? html`<span class="sub">next attempt in ${formatDuration(nextAttemptAt - now)}</span>` : ''}`,
    },
  ];
}

function health({ disabledAt, failingSince, dead }: WebhookEndpoint): Content {
  if (disabledAt !== undefined) return badge('Disabled', 'bad');
  if (failingSince !== undefined) return badge('Failing', 'wait');
  return dead > 0 ? badge('Failures', 'wait') : badge('Healthy', 'done');
}

function enableButton({ session, merchant }: MerchantVisit, { url, disabledAt }: WebhookEndpoint): Content {
  if (disabledAt === undefined || !may(session.role, 'webhooks.enable')) return '';
  return html`<form method="post" action="${merchantPath(merchant.id)}/webhooks/enable"><input type="hidden" name="url" value="${url}"><button type="submit" aria-label="Enable ${url}">Enable</button></form>`;
}

function endpointsCard(visit: MerchantVisit, endpoints: readonly WebhookEndpoint[]): Content {
  const rotate = may(visit.session.role, 'webhooks.rotate')
    ? html`<p class="small"><a href="${merchantPath(visit.merchant.id)}/webhooks/secret">Signing secret</a></p>`
    : '';
  if (endpoints.length === 0)
    return html`<section class="card"><h2>Endpoints</h2>${empty('No webhook has been sent yet. Each order names its endpoint in callback_url.')}${rotate}</section>`;
  const rows = table(
    'Endpoints',
    [
      {
        name: 'Endpoint',
        cell: ({ url, lastAt }) =>
          html`<code>${url}</code><span class="sub">newest webhook ${time(lastAt)}</span>`,
      },
      { name: 'Health', cell: health },
      { name: 'Delivered', number: true, cell: ({ delivered }) => formatCount(delivered) },
      { name: 'Pending', number: true, cell: ({ pending }) => formatCount(pending) },
      { name: 'Failed', number: true, cell: ({ dead }) => formatCount(dead) },
      { name: 'Actions', number: true, cell: (one) => enableButton(visit, one) },
    ],
    endpoints,
  );
  return html`<section class="card"><h2>Endpoints</h2><p class="small soft">Of the newest 1,000 webhooks.</p>${rows}${rotate}</section>`;
}

/** Renders the form that continues with the rest of some days. */
function restForm({ merchant, url }: MerchantVisit): Content {
  if (!url.searchParams.has('rest')) return '';
  const kept = ['first', 'last', 'rest'].map(
    (name) => html`<input type="hidden" name="${name}" value="${url.searchParams.get(name) ?? ''}">`,
  );
  return html`<form class="filters" method="post" action="${merchantPath(merchant.id)}/webhooks/replay">${kept}<button class="main" type="submit">Replay the rest</button></form>`;
}

function rangeCard(visit: MerchantVisit): Content {
  const { session, merchant, service } = visit;
  if (!may(session.role, 'webhooks.replay')) return '';
  const today = new Date(service.now()).toISOString().slice(0, 10);
  return html`<section class="card"><h2>Replay failed webhooks</h2>
<p class="small soft">Requeues webhooks that failed every attempt or are waiting for another one, at most 1,000 at a time. Days are in UTC.</p>
${restForm(visit)}
<form class="fields" method="post" action="${merchantPath(merchant.id)}/webhooks/replay">
${field({ label: 'From', name: 'first', type: 'date', value: today, required: true })}
${field({ label: 'To', name: 'last', type: 'date', value: today, required: true })}
<button type="submit">Replay</button></form></section>`;
}

async function listWebhooks(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, url } = visit;
  const base = merchantPath(merchant.id);
  const state = (['pending', 'delivered', 'dead'] as const).find(
    (one) => one === url.searchParams.get('state'),
  );
  const filter: WebhookFilter = state ? { state } : {};
  const [endpoints, { rows, next }] = await Promise.all([
    service.webhooks.endpoints(merchant.id),
    service.webhooks.list(merchant.id, filter, cursorOf(url)),
  ]);
  const none = state === undefined ? 'No webhooks yet.' : 'No webhook matches.';
  const list = table('Webhooks', columns(base, service.now()), rows, none);
  return page(visit, {
    title: 'Webhooks',
    place: 'webhooks',
    merchant,
    notice: doneNotice(url),
    refreshes: rows.some(({ isQueued }) => isQueued),
    content: html`${endpointsCard(visit, endpoints)}
<form class="filters fields" method="get" action="${base}/webhooks">${choice('State', 'state', STATES, state)}<button type="submit">Filter</button></form>
<section class="card">${list}${pager(url, next)}</section>
${rangeCard(visit)}`,
  });
}

/** Webhooks: endpoints with their health, and the list. */
export const webhookListRoutes: readonly Route[] = [
  forMerchant('GET', '/webhooks', { permission: 'webhooks.read' }, listWebhooks),
];
