import { createHash } from 'node:crypto';
import { type RefundRequest, Refusal } from '@flight-offset/console';
import type { CreateRefund } from '@flight-offset/core';
import type { Actor } from '../audit/actor.ts';
import type { Idempotency } from '../idempotency/claim-idempotency-keys.ts';
import type { OrderContext } from '../orders/context.ts';
import { Problem } from '../problem.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { explained } from './explained.ts';

/**
 * The idempotency key of a form. The API takes keys of one line only, so that none which a merchant sends is the same;
 * and the order is part of it, so that a form refunds no other one.
 */
function idempotencyOf(orderId: string, once: string, input: CreateRefund): Idempotency {
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  return { key: ['console refund', orderId, once].join('\n'), bodyHash };
}

/** The people at the console know forms, and no idempotency keys. */
function inWordsOfForm(error: unknown): never {
  if (error instanceof Problem && error.code === 42202)
    throw new Refusal(
      'This form was sent before with other values, and that refund was recorded. Reload the order to refund more of it.',
      409,
    );
  throw error;
}

/**
 * Requests a refund for a form of the console. Sent again, as by a second press, the form refunds nothing more, and
 * nothing is refused.
 * @param by who sent it, for the audit log.
 * @throws Refusal as the console states it: also where the form was changed after a refund was recorded for it.
 */
export async function refundOnce(
  context: OrderContext,
  { merchantId, orderId }: { readonly merchantId: string; readonly orderId: string },
  { once, kilograms, reason }: RefundRequest,
  by: Actor,
): Promise<void> {
  const input: CreateRefund = {
    ...(kilograms !== undefined && { emission_amount: kilograms }),
    ...(reason !== undefined && { reason }),
  };
  const idempotency = idempotencyOf(orderId, once, input);
  const refund = requestRefund(context, merchantId, orderId, { input, idempotency, by });
  await explained(refund.catch(inWordsOfForm));
}
