import { MAX_REPLAYED, Refusal, type WebhookService } from '@flight-offset/console';
import type { Sealer } from '../credentials/seal.ts';
import type { OrderContext } from '../orders/context.ts';
import { enableEndpoint } from '../webhooks/endpoint.ts';
import { redeliverDead, redeliverOne } from '../webhooks/redeliver.ts';
import { rotateWebhookSecret } from '../webhooks/secrets.ts';
import { byOf } from './by.ts';

const DAY_MS = 86_400_000;
/** Days a range may span. */
const MAX_DAYS = 366;

function dayOf(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Refusal('Choose the first and the last day, such as 2026-11-22.');
  return at;
}

/** What staff may do with webhooks of a merchant. */
export function webhookActs(
  context: OrderContext,
  sealer: Sealer,
): Pick<WebhookService, 'replay' | 'replayDead' | 'enable' | 'rotateSecret'> {
  const { db, now, onWebhookEnqueued } = context;
  return {
    async replay(actor, merchantId, id) {
      const replayed = await redeliverOne(db, { merchantId, id }, now(), byOf(actor));
      if (!replayed) throw new Refusal('There is no such webhook.');
      onWebhookEnqueued();
    },
    async replayDead(actor, merchantId, from, to) {
      const span = { from: dayOf(from), until: dayOf(to) + DAY_MS };
      if (span.until <= span.from) throw new Refusal('The last day must not lie before the first one.');
      if (span.until - span.from > MAX_DAYS * DAY_MS) throw new Refusal(`Choose at most ${MAX_DAYS} days.`);
      const dead = { merchantId, ...span, limit: MAX_REPLAYED };
      const replayed = await redeliverDead(db, dead, now(), byOf(actor));
      if (replayed > 0) onWebhookEnqueued();
      return replayed;
    },
    async enable(actor, merchantId, url) {
      if (!URL.canParse(url)) throw new Refusal('The endpoint must be a URL.');
      if (!(await enableEndpoint(db, merchantId, url, byOf(actor))))
        throw new Refusal('This endpoint is not disabled.');
    },
    rotateSecret: (actor, merchantId) =>
      rotateWebhookSecret(db, sealer, merchantId, { now: now(), by: byOf(actor) }),
  };
}
