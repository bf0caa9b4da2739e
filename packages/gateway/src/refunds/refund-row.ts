import type { PaymentRow, RefundRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

type RefundKey = Pick<RefundRow, 'merchant_id' | 'id'>;

/** Reads a refund again: another process may have sent it, or recorded its outcome. */
export async function readRefund(
  from: Pick<Tx, 'selectFrom'>,
  { merchant_id, id }: RefundKey,
): Promise<RefundRow> {
  return from
    .selectFrom('refunds')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Reads the payment whose money a refund returns. */
export async function readPaymentOf(
  from: Pick<Tx, 'selectFrom'>,
  { merchant_id, payment_id }: RefundRow,
): Promise<PaymentRow> {
  return from
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', payment_id ?? '')
    .executeTakeFirstOrThrow();
}

/** Changes a refund, whose order the transaction holds. @returns the changed refund. */
export async function changeRefund<C extends Partial<RefundRow>>(
  tx: Tx,
  refund: RefundRow,
  changed: C,
): Promise<RefundRow & C> {
  await tx
    .updateTable('refunds')
    .set(changed)
    .where('merchant_id', '=', refund.merchant_id)
    .where('id', '=', refund.id)
    .execute();
  return { ...refund, ...changed };
}
