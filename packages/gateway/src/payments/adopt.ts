import type { OrderContext } from '../orders/context.ts';
import { findOrderKey, lockOrder } from '../orders/end/lock-orders.ts';
import type { PaymentReport } from '../providers/provider.ts';
import { isId, newId } from '../store/ids.ts';
import type { Tx } from '../store/transaction.ts';

/** The outcome for a payment that is not in the database. */
export type Adoption =
  /** It belongs to a known order, and now has its row. */
  | 'adopted'
  /** Money for an unknown order: recorded for staff to resolve. */
  | 'unclaimed'
  /** Not money of this gateway. */
  | 'ignored';

/**
 * Adopts a payment that the provider knows and this database does not: it was made after the backup from which the
 * database was restored. A provider's account may also receive other money, without an identifier of this gateway.
 */
export async function adoptPayment(
  tx: Tx,
  context: OrderContext,
  provider: string,
  report: PaymentReport,
): Promise<Adoption> {
  const { paymentId = '', orderId = '', reference, paymentReference, received } = report;
  const isOurs = isId(paymentId, 'pay');
  const at = context.now();
  const key = isId(orderId, 'ord') ? await findOrderKey(tx, orderId) : undefined;
  const order = key && (await lockOrder(tx, context, key));
  if (order) {
    const id = isOurs ? paymentId : newId('pay', at);
    await tx
      .insertInto('payments')
      .values({
        merchant_id: order.merchant_id,
        id,
        order_id: order.id,
        provider,
        reference,
        currency: order.currency,
        amount_minor: order.amount_minor,
        state: 'started',
        payment_reference: null,
        redirect_url: null,
        check_at: at,
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return 'adopted';
  }
  if (!isOurs || report.state !== 'paid') return 'ignored';
  await tx
    .insertInto('unclaimed_payments')
    .values({
      provider,
      reference,
      payment_reference: paymentReference ?? null,
      currency: received?.currency ?? null,
      amount_minor: received?.amount_minor ?? null,
      named_order: orderId === '' ? paymentId : orderId.slice(0, 64),
      received_at: at,
      resolved_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return 'unclaimed';
}
