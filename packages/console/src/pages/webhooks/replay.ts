import { seeOther } from '../../http/reply.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { MAX_REPLAYED } from '../../service/webhook.ts';
import { withDone } from '../done.ts';

async function replayOne({ merchant, service, session, params }: MerchantVisit): Promise<Response> {
  const { webhook = '' } = params;
  await service.webhooks.replay(session, merchant.id, webhook);
  return seeOther(withDone(`${merchantPath(merchant.id)}/webhooks/${encodeURIComponent(webhook)}`, 'replay'));
}

async function replayRange({ merchant, service, session, form }: MerchantVisit): Promise<Response> {
  const first = form.get('first') ?? '';
  const last = form.get('last') ?? '';
  const replayed = await service.webhooks.replayDead(session, merchant.id, first, last);
  const done = replayed === 0 ? 'replay-none' : replayed < MAX_REPLAYED ? 'replay-range' : 'replay-part';
  return seeOther(withDone(`${merchantPath(merchant.id)}/webhooks`, done));
}

async function enable({ merchant, service, session, form }: MerchantVisit): Promise<Response> {
  await service.webhooks.enable(session, merchant.id, form.get('url') ?? '');
  return seeOther(withDone(`${merchantPath(merchant.id)}/webhooks`, 'enable'));
}

/** Sending webhooks again: one, those of some days, or to an endpoint that was disabled. */
export const webhookActRoutes: readonly Route[] = [
  forMerchant('POST', '/webhooks/replay', { permission: 'webhooks.replay' }, replayRange),
  forMerchant('POST', '/webhooks/enable', { permission: 'webhooks.enable' }, enable),
  forMerchant('POST', '/webhooks/:webhook/replay', { permission: 'webhooks.replay' }, replayOne),
];
