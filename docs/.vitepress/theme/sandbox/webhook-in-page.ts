import type { Order, WebhookEvent } from '@flight-offset/core';
import { signWebhook } from '@flight-offset/core/server';
import { SANDBOX_WEBHOOK_SECRET } from '../../../sandbox-backend/webhook-secret.ts';

/** Creates the signed webhook of a final order, as a request to `address`. */
export async function webhookInPage(address: string, order: Order): Promise<Request> {
  const isPaid = order.status === 'completed';
  const event: WebhookEvent = {
    type: isPaid ? 'order.completed' : 'order.failed',
    timestamp: new Date().toISOString(),
    data: { ...order, ...(isPaid ? { transaction_id: `txn-${order.order_id}` } : {}) },
  };
  const body = JSON.stringify(event);
  const id = `msg_${order.order_id}`;
  const signed = await signWebhook({ id, timestamp: new Date(), body, secrets: [SANDBOX_WEBHOOK_SECRET] });
  return new Request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed },
    body,
  });
}
