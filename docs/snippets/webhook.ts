import { parse, webhookEventSchema } from '@flight-offset/core';
import { readWebhook } from '@flight-offset/core/server';

const secrets = ['whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE='];
const seen = new Set<string>();

// #region receive
/** Takes notifications without the handler of `server`: any runtime with a web `Request`. */
export async function receive(request: Request): Promise<Response> {
  const { id, json } = await readWebhook(request, { secrets });
  // At least once means that it may come twice.
  if (seen.has(id)) return new Response(null, { status: 204 });
  const { type, data } = parse(webhookEventSchema, json);
  console.log(type, data.order_id, data.transaction_id);
  seen.add(id);
  return new Response(null, { status: 204 });
}
// #endregion receive
