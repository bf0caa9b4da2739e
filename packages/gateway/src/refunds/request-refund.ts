import { createHash } from 'node:crypto';
import { type CreateRefund, fromGrams, grams, toGrams } from '@flight-offset/core';
import type { Actor } from '../audit/actor.ts';
import {
  type Idempotency,
  type KeptResponse,
  keyReusedProblem,
  respondOnce,
} from '../idempotency/claim-idempotency-keys.ts';
import type { OrderContext } from '../orders/context.ts';
import { lockOrder } from '../orders/end/lock-orders.ts';
import { noSuchOrder } from '../orders/order-id.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { Problem } from '../problem.ts';
import { leastRefund, payableStep } from '../providers/payable-step.ts';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { auditRefundRequest } from './audit-refund-request.ts';
import { type Left, leftOf, moneyLeftOf, priceOfPart } from './left-to-refund.ts';
import { recordRefund } from './record.ts';
import { refundJson } from './refund-json.ts';

/** A refund as a merchant requests it. */
export interface RefundRequest {
  readonly input: CreateRefund;
  readonly idempotency?: Idempotency | undefined;
  /** The API key that signed the request, for the audit log. */
  readonly by?: Actor | undefined;
  /** Called with the calculated refund; throws so that nothing is recorded. */
  readonly check?: (part: RefundPart) => void;
}

/** Maximum number of refunds of one order: their lists have no pages. */
const MAX_REFUNDS = 100;

/**
 * Records a refund of an order, whole or in part, that a merchant requests. It is sent to the provider in the
 * background.
 * @throws Problem 40002 less than the provider returns; 40402 no such order; 40906 not completed; 40907 more than is left;
 * 40908 too many; 42202 key used with another body.
 */
export async function requestRefund(
  context: OrderContext,
  merchantId: string,
  orderId: string,
  { input, idempotency, by, check }: RefundRequest,
): Promise<KeptResponse> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, context, { id: orderId, merchant_id: merchantId });
    if (!order) throw noSuchOrder();
    const key = idempotency && { ...idempotency, merchantId };
    return respondOnce(tx, key, context.now, {
      async doneBefore() {
        const made = key && (await findRefundByKey(tx, order, key));
        return made && JSON.stringify(refundJson(made));
      },
      async work() {
        const refund = await refundPart(tx, context, order, { input, key, check });
        await auditRefundRequest(tx, by, refund);
        return JSON.stringify(refundJson(refund));
      },
    });
  });
}

/**
 * The refund of an order made with an idempotency key whose response has been deleted: using the key again after two
 * days must not refund again. The response is not stored again: erasures look for responses as old as their refunds.
 * @throws Problem 42202 if it was made with another body.
 */
export async function findRefundByKey(
  tx: Tx,
  order: OrderRow,
  key: Idempotency,
): Promise<RefundRow | undefined> {
  const [keyHash = '', bodyHash] = hashesOf(key).split(' ');
  const made = (await refundsOfOrder(tx, order)).find(({ key_hash }) => key_hash?.startsWith(keyHash));
  if (!made) return undefined;
  const earlier = made.key_hash?.split(' ')[1] ?? bodyHash;
  if (earlier !== bodyHash) throw keyReusedProblem();
  return made;
}

/** Hashes an idempotency key and its use, for the record of the refund. */
function hashesOf({ key, bodyHash }: Idempotency): string {
  return `${createHash('sha256').update(key).digest('hex')} ${bodyHash}`;
}

/** The refund of a part of an order, calculated from what is left. */
export interface RefundPart {
  readonly left: Left;
  readonly grams: number;
  /** Minor units of the order's currency. */
  readonly minor: number;
  readonly payment: Pick<PaymentRow, 'id' | 'provider'> | undefined;
  readonly reason: string | undefined;
}

/**
 * Records the refund of a part of an order, or of all that is left of it.
 * @param order held by the transaction.
 * @throws Problem like {@link requestRefund}; what `check` throws.
 */
export async function refundPart(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  { input, key, check }: Pick<RefundRequest, 'input' | 'check'> & { readonly key?: Idempotency | undefined },
): Promise<RefundRow> {
  const part = await planPart(tx, order, input);
  check?.(part);
  const { payment, minor, grams: mass, reason } = part;
  const money = { currency: order.currency, amount_minor: minor, order_minor: minor };
  const what = { payment, ...money, grams: mass, reason, key_hash: key && hashesOf(key) };
  return recordRefund(tx, context, order, { cause: 'requested', ...what });
}

/**
 * Calculates the refund of a part of an order, or of all that is left of it. Changes nothing.
 * @throws Problem like {@link requestRefund}.
 */
export async function planPart(
  tx: Pick<Tx, 'selectFrom' | 'getExecutor'>,
  order: OrderRow,
  { emission_amount, emission_unit = 'kgCO2', reason }: CreateRefund,
): Promise<RefundPart> {
  if (order.status !== 'completed')
    throw new Problem(40906, `The order is ${order.status}. Only a completed order can be refunded.`);
  const refunds = await refundsOfOrder(tx, order);
  const left = leftOf(order, refunds);
  if (left.minor === 0)
    throw new Problem(40907, 'Nothing is left of this order: all of it is refunded, disputed or free.');
  const part = emission_amount === undefined ? left.grams : toGrams(emission_amount, emission_unit);
  if (part > left.grams) throw new Problem(40907, tooMuch(left));
  if (emission_amount !== undefined && refunds.length >= MAX_REFUNDS)
    throw new Problem(
      40908,
      `The order has ${MAX_REFUNDS} refunds. Refund all that is left of it: send no amount.`,
    );
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'provider', 'received_currency', 'received_minor', 'kept_minor'])
    .where('merchant_id', '=', order.merchant_id)
    .where('order_id', '=', order.id)
    .where('kept_minor', '>', 0)
    .executeTakeFirst();
  const price = priceOfPart(
    left,
    part,
    payment?.provider ? payableStep(payment.provider, order.currency) : 1,
  );
  // Some of the money may have gone back at the provider already, while a refund of the whole was on its way and failed.
  const minor = payment ? Math.min(price, moneyLeftOf(payment, refunds).total) : price;
  if (minor === 0 && price > 0)
    throw new Problem(
      40907,
      'Nothing is left of the payment: all of it is refunded at the provider, or disputed.',
    );
  const least = payment?.provider ? leastRefund(payment.provider, order.currency) : 0;
  if (minor > 0 && minor < least) {
    const money = `${minor} minor units of ${order.currency}`;
    const returned = `${payment?.provider} returns at least ${least}.`;
    throw emission_amount === undefined
      ? new Problem(40907, `${money} are left of this order, and ${returned}`)
      : new Problem(
          40002,
          `emission_amount: would refund ${money}, and ${returned} Refund more of the order.`,
        );
  }
  return { left, grams: part, minor, payment, reason };
}

function tooMuch(left: Left): string {
  return `emission_amount is more than is left of this order: refund at most ${fromGrams(grams(left.grams), 'kgCO2')} kgCO2.`;
}
