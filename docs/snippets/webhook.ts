import { parse, webhookEventSchema } from '@flight-offset/core';
import { readWebhook } from '@flight-offset/core/server';

const secrets = ['whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE='];
const seen = new Set<string>();

// #region receive
/** Receives webhooks without the handler of `server`: any runtime with a web `Request`. */
export async function receive(request: Request): Promise<Response> {
  const { id, json } = await readWebhook(request, { secrets });
  // Delivery is at least once, so the same webhook may arrive twice.
  if (seen.has(id)) return new Response(null, { status: 204 });
  const { type, data } = parse(webhookEventSchema, json);
  console.log(type, data.order_id, data.transaction_id);
  seen.add(id);
  return new Response(null, { status: 204 });
}
// #endregion receive
