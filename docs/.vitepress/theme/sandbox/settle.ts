import { SANDBOX_CREDENTIALS } from '../../../sandbox-backend/backend.ts';
import { connect } from './connect.ts';
import type { PaymentOutcome } from './connection.ts';

/**
 * Settles an order of the sandbox without its payment page.
 * @throws Error with the service's message if it refuses.
 */
export async function settle(orderId: string, outcome: PaymentOutcome): Promise<void> {
  const connection = await connect();
  const response = await connection.toService(`/sandbox/orders/${encodeURIComponent(orderId)}/payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': SANDBOX_CREDENTIALS.apiKey },
    body: JSON.stringify({ outcome }),
  });
  if (!response.ok) throw new Error(((await response.json()) as { message: string }).message);
}
