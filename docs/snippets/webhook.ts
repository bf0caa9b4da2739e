import { createServer } from 'node:http';
import { parse, ValidationError, webhookEventSchema } from '@flight-offset/core';
import { readWebhook, WebhookError } from '@flight-offset/core/server';
import { toNodeHandler } from '@flight-offset/server/node';

const secrets = [process.env.OFFSET_WEBHOOK_SECRET ?? 'whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE='];
/** Webhooks that were processed: a table with a unique key, in production. */
const processed = new Set<string>();

/** Receives webhooks without the handler of `server`, on any runtime with a web `Request`. */
export async function receive(request: Request): Promise<Response> {
  try {
    const { id, json } = await readWebhook(request, { secrets });
    // Delivery is at least once: the same webhook may arrive twice.
    if (processed.has(id)) return new Response(null, { status: 204 });
    const { type, data } = parse(webhookEventSchema, json);
    console.log(type, data.order_id, data.transaction_id);
    processed.add(id);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookError || error instanceof ValidationError)) throw error;
    // The reason is only for your log: a forger of webhooks learns nothing.
    console.error(error.message);
    return new Response('Invalid webhook', { status: 400 });
  }
}

const { PORT = '3000' } = process.env;
if (import.meta.main)
  createServer(toNodeHandler(receive)).listen(PORT, () => console.log(`http://localhost:${PORT}`));
