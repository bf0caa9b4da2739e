import type { Content } from '../http/html.ts';
import type { WebhookState } from '../service/webhook.ts';
import { badge } from './badge.ts';

/** The state of a webhook. @param attempts how many were made. */
export function webhookBadge(state: WebhookState, attempts: number): Content {
  if (state === 'delivered') return badge('Delivered', 'done');
  if (state === 'dead') return badge('Failed', 'bad');
  return attempts === 0 ? badge('Queued', 'wait') : badge('Retrying', 'wait');
}
