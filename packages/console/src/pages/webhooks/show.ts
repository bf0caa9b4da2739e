import { may } from '../../access/permission.ts';
import { formatDuration, time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath, orderPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { facts } from '../../parts/facts.ts';
import { type TimelineItem, timelineList } from '../../parts/timeline.ts';
import { webhookBadge } from '../../parts/webhook-badge.ts';
import { isAccepted, type Webhook, type WebhookAttempt } from '../../service/webhook.ts';
import { doneNotice } from '../done.ts';
import { notFoundPage } from '../problem.ts';

/** JSON with a line per value. */
function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

/** Renders the beginning of a response, or why nothing was sent. */
function excerptOf({ status, excerpt }: WebhookAttempt): Content {
  if (status === undefined) return html`<p>${excerpt}</p>`;
  return html`<details><summary class="small">Response</summary><pre>${excerpt}</pre></details>`;
}

function attemptItem(given: WebhookAttempt): TimelineItem {
  const { attempt, at, status, outcome, excerpt, durationMs } = given;
  const accepted = isAccepted(given);
  return {
    title: `Attempt ${attempt}: ${status ?? outcome}`,
    tone: accepted ? 'done' : 'bad',
    detail: html`${time(at, true)}, ${durationMs} ms${status === undefined || accepted ? '' : `, ${outcome}`}`,
    more: excerpt === '' ? '' : excerptOf(given),
  };
}

function attemptsCard({ attempts, state, nextAttemptAt }: Webhook, now: number): Content {
  const due =
    nextAttemptAt === undefined || nextAttemptAt <= now
      ? 'shortly'
      : `in ${formatDuration(nextAttemptAt - now)}`;
  const next: TimelineItem[] = state === 'pending' ? [{ title: `Next attempt ${due}`, tone: 'wait' }] : [];
  const items = [...attempts.map(attemptItem), ...next];
  const list =
    items.length === 0 ? html`<p class="soft">No attempts have been recorded.</p>` : timelineList(items);
  return html`<section class="card"><h2>Attempts</h2>${list}</section>`;
}

async function showWebhook(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, params, session, url } = visit;
  const webhook = await service.webhooks.find(merchant.id, params.webhook ?? '');
  if (!webhook) return notFoundPage(visit);
  const base = merchantPath(merchant.id);
  const replay = html`<form method="post" action="${base}/webhooks/${webhook.id}/replay"><button type="submit">Replay</button></form>`;
  return page(visit, {
    title: webhook.type,
    subtitle: html`${webhookBadge(webhook)}`,
    place: 'webhooks',
    merchant,
    parent: { text: 'Webhooks', href: `${base}/webhooks` },
    notice: doneNotice(url),
    ...(may(session.role, 'webhooks.replay') && { acts: replay }),
    refreshes: webhook.state === 'pending',
    content: html`<div class="columns"><div>
${attemptsCard(webhook, service.now())}
<section class="card"><h2>Payload</h2><pre tabindex="0">${indented(webhook.payload)}</pre></section>
</div><div><section class="card"><h2>Details</h2>${facts([
      ['Webhook', html`<code data-copy="webhook">${webhook.id}</code>`],
      ['Order', html`<a href="${orderPath(merchant.id, webhook.orderId)}">${webhook.orderId}</a>`],
      ['Endpoint', html`<code>${webhook.url}</code>`],
      ['Created', time(webhook.createdAt)],
      ['Delivered', webhook.deliveredAt === undefined ? undefined : time(webhook.deliveredAt)],
    ])}</section></div></div>`,
  });
}

/** One webhook: payload and attempts. */
export const webhookPageRoutes: readonly Route[] = [
  forMerchant('GET', '/webhooks/:webhook', { permission: 'webhooks.read' }, showWebhook),
];
