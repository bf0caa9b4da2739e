import { MAX_REPLAYED, Refusal, type WebhookService } from '@flight-offset/console';
import type { Sealer } from '../credentials/seal.ts';
import type { OrderContext } from '../orders/context.ts';
import { enableEndpoint, endpointOf } from '../webhooks/endpoint.ts';
import { redeliverOne } from '../webhooks/redeliver.ts';
import { redeliverFailedOnDays } from '../webhooks/redeliver-failed-on-days.ts';
import { currentSecret, rotateWebhookSecret } from '../webhooks/secrets.ts';
import { byOf } from './by.ts';
import { formId } from './form-id.ts';
import { refuseRepeatedForm } from './refuse-repeated-form.ts';
import { rethrowAsRefusal } from './rethrow-as-refusal.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

/** Actions of staff on webhooks of a merchant. */
export function webhookActs(
  context: OrderContext,
  sealer: Sealer,
): Pick<WebhookService, 'replay' | 'replayDead' | 'enable' | 'secret' | 'rotateSecret'> {
  const { db, now, onWebhookEnqueued } = context;
  return {
    async replay(actor, merchantId, id) {
      const replayed = await redeliverOne(db, { merchantId, id }, now(), byOf(actor));
      if (!replayed) throw new Refusal('There is no such webhook.');
      onWebhookEnqueued();
    },
    async replayDead(actor, merchantId, which) {
      const failed = { merchantId, ...which, limit: MAX_REPLAYED };
      const replayed = await rethrowAsRefusal(redeliverFailedOnDays(db, failed, now(), byOf(actor)));
      if (replayed.count > 0) onWebhookEnqueued();
      return replayed;
    },
    async enable(actor, merchantId, url) {
      if (!URL.canParse(url)) throw new Refusal('The endpoint must be a URL.');
      if (await enableEndpoint(db, merchantId, url, byOf(actor))) return;
      // An endpoint that was enabled before, for example by the first press of the same form, stays enabled.
      const endpoint = endpointOf(url);
      if (!(await webhookEndpoints(db, merchantId)).some((one) => one.url === endpoint))
        throw new Refusal('There is no such endpoint.');
    },
    async secret(merchantId) {
      const current = await currentSecret(db.reader, merchantId);
      return current && { id: current.id, createdAt: current.created_at };
    },
    rotateSecret(actor, merchantId, { once, current }) {
      const id = formId('whs', merchantId, once);
      const check = (found = ''): void => {
        // If the form was sent before, its own secret is the current one; `refuseRepeatedForm` has a message for that.
        if (found !== current && found !== id)
          throw new Refusal(
            'The signing secret was replaced after you opened this page. Open this page again if you need another one.',
            409,
          );
      };
      const options = { now: now(), by: byOf(actor), id, check };
      return refuseRepeatedForm(
        rotateWebhookSecret(db, sealer, merchantId, options),
        'its secret was created. If nobody saw it, create another one.',
      );
    },
  };
}
