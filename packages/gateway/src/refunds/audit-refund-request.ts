import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { RefundRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/**
 * Records in the audit log that somebody requested a refund. The reason is stored only with the refund, where it can be
 * erased.
 */
export async function auditRefundRequest(tx: Tx, by: Actor | undefined, refund: RefundRow): Promise<void> {
  const { id, order_id, cause, currency, amount_minor, grams } = refund;
  await recordAudit(tx, by, {
    merchantId: refund.merchant_id,
    action: 'refund.requested',
    subject: order_id,
    after: { refund: id, cause, currency, amount_minor, grams },
  });
}
