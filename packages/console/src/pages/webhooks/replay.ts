import { seeOther } from '../../http/reply.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { withDone } from '../done.ts';

async function replayOne({ merchant, service, session, params }: MerchantVisit): Promise<Response> {
  const { webhook = '' } = params;
  await service.webhooks.replay(session, merchant.id, webhook);
  return seeOther(withDone(`${merchantPath(merchant.id)}/webhooks/${encodeURIComponent(webhook)}`, 'replay'));
}

async function replayRange({ merchant, service, session, form }: MerchantVisit): Promise<Response> {
  const from = form.get('first') ?? '';
  const to = form.get('last') ?? '';
  const rest = form.get('rest') ?? '';
  const after = /^\d{1,15}$/.test(rest) ? Number(rest) : undefined;
  const { count, next } = await service.webhooks.replayDead(session, merchant.id, { from, to, after });
  const path = `${merchantPath(merchant.id)}/webhooks`;
  // After an earlier part, an empty last part does not mean that there was nothing.
  const isNone = count === 0 && after === undefined;
  if (next === undefined) return seeOther(withDone(path, isNone ? 'replay-none' : 'replay-range'));
  const query = new URLSearchParams({ first: from, last: to, rest: String(next) });
  return seeOther(`${withDone(path, 'replay-part')}&${query}`);
}

async function enable({ merchant, service, session, form }: MerchantVisit): Promise<Response> {
  await service.webhooks.enable(session, merchant.id, form.get('url') ?? '');
  return seeOther(withDone(`${merchantPath(merchant.id)}/webhooks`, 'enable'));
}

/** Sending webhooks again: one, all of some days, or to a disabled endpoint. */
export const webhookActRoutes: readonly Route[] = [
  forMerchant('POST', '/webhooks/replay', { permission: 'webhooks.replay' }, replayRange),
  forMerchant('POST', '/webhooks/enable', { permission: 'webhooks.enable' }, enable),
  forMerchant('POST', '/webhooks/:webhook/replay', { permission: 'webhooks.replay' }, replayOne),
];
