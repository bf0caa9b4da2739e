import { createHash } from 'node:crypto';
import { type RefundPreview, type RefundRequest, Refusal } from '@flight-offset/console';
import type { CreateRefund } from '@flight-offset/core';
import type { Actor } from '../audit/actor.ts';
import type { Idempotency } from '../idempotency/claim-idempotency-keys.ts';
import type { OrderContext } from '../orders/context.ts';
import { findOrder } from '../orders/find.ts';
import { Problem } from '../problem.ts';
import { planPart, type RefundPart, requestRefund } from '../refunds/request-refund.ts';
import { rethrowAsRefusal } from './rethrow-as-refusal.ts';

/**
 * Returns the idempotency key of a form. The API accepts only keys of one line, so no merchant's key can be the same.
 * The key includes the order, so that a form cannot refund another one.
 */
function idempotencyOf(orderId: string, once: string, input: CreateRefund): Idempotency {
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  return { key: ['console refund', orderId, once].join('\n'), bodyHash };
}

/** Returns a text that changes if the same form would refund another amount, or from another remainder. */
function versionOf({ left, minor }: RefundPart): string {
  return [left.minor, left.grams, minor].join('-');
}

/** Calculates the refund that a form requests. @throws Refusal if it is not possible. */
export async function previewRefund(
  context: OrderContext,
  { merchantId, orderId }: { readonly merchantId: string; readonly orderId: string },
  kilograms: number | undefined,
): Promise<RefundPreview> {
  const order = await findOrder(context, merchantId, orderId);
  if (!order) throw new Refusal('There is no such order.');
  const input = kilograms === undefined ? {} : { emission_amount: kilograms };
  const part = await rethrowAsRefusal(planPart(context.db.reader, order, input));
  const money = (amount_minor: number) => ({ currency: order.currency, amount_minor });
  const left = { money: money(part.left.minor), grams: part.left.grams };
  return { amount: money(part.minor), grams: part.grams, left, version: versionOf(part) };
}

/** Rewrites a conflict of idempotency keys for people at the console, who know only forms. */
function rethrowForForm(error: unknown): never {
  if (error instanceof Problem && error.code === 42202)
    throw new Refusal(
      'This form was sent before with other values, and that refund was recorded. Reload the order to refund more of it.',
      409,
    );
  throw error;
}

/**
 * Requests a refund for a form of the console. If the form is sent again, for example by a second press, it refunds
 * nothing more and is not refused.
 * @param by who sent it, for the audit log.
 * @throws Refusal in the console's words, also if the form was changed after a refund was recorded for it.
 */
export async function refundOnce(
  context: OrderContext,
  { merchantId, orderId }: { readonly merchantId: string; readonly orderId: string },
  { once, version, kilograms, reason }: RefundRequest,
  by: Actor,
): Promise<void> {
  const input: CreateRefund = {
    ...(kilograms !== undefined && { emission_amount: kilograms }),
    ...(reason !== undefined && { reason }),
  };
  const idempotency = idempotencyOf(orderId, once, input);
  const check = (part: RefundPart): void => {
    if (versionOf(part) !== version)
      throw new Refusal(
        'The order was refunded or disputed after you opened this page. Open the order again to see what is left.',
        409,
      );
  };
  const refund = requestRefund(context, merchantId, orderId, { input, idempotency, by, check });
  await rethrowAsRefusal(refund.catch(rethrowForForm));
}
