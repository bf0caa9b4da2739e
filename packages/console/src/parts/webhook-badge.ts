import type { Content } from '../http/html.ts';
import type { WebhookSummary } from '../service/webhook.ts';
import { badge } from './badge.ts';

/** The state of a webhook. */
export function webhookBadge(webhook: WebhookSummary): Content {
  if (webhook.state === 'delivered') return badge('Delivered', 'done');
  if (webhook.state === 'dead') return badge('Failed', 'bad');
  return badge(webhook.isQueued ? 'Queued' : 'Retrying', 'wait');
}
