import type { WebhookEvent } from '@flight-offset/core';

/** A webhook of a completed order. */
export function webhookEventMaker(): WebhookEvent {
  return {
    type: 'order.completed',
    timestamp: '2026-11-21T09:31:12.000Z',
    data: {
      order_id: 'ord_1',
      emission_amount: 1146,
      emission_unit: 'kgCO2',
      user: {},
      callback_url: 'https://merchant.example/offset/webhooks',
      payment_url: 'https://gateway.example/pay/1',
      created_at: '2026-11-21T09:30:00.000Z',
      status: 'completed',
      payment_status: 'completed',
      transaction_id: 'txn_1',
    },
  };
}
