import type { OverdueMoney } from '@flight-offset/console';
import type { Kysely } from 'kysely';
import { LATE_MS } from '../../operation/doctor/check.ts';
import { findOverduePayments, findOverdueRefunds } from '../../payments/find-overdue.ts';
import { findUnsettled } from '../../payouts/find-unsettled.ts';
import type { PaymentRow, RefundRow, Schema } from '../../store/schema.ts';

function shownOverdueMoney(
  kind: OverdueMoney['kind'],
  row: Pick<
    PaymentRow | RefundRow,
    'merchant_id' | 'order_id' | 'provider' | 'currency' | 'amount_minor' | 'created_at'
  >,
  problem: string,
): OverdueMoney {
  return {
    kind,
    merchantId: row.merchant_id,
    orderId: row.order_id,
    provider: row.provider ?? 'no provider',
    amount: { currency: row.currency, amount_minor: row.amount_minor },
    since: row.created_at,
    problem,
  };
}

/**
 * Finds payments and refunds that are overdue, as the checks of `doctor` find them: their state is unknown, no
 * settlement report has them, or the provider has not accepted them.
 * @param limit maximum number; by default all.
 */
export async function findOverdueMoney(
  db: Kysely<Schema>,
  provider: string,
  at: number,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<OverdueMoney[]> {
  const [unknown, unsettled, refunds] = await Promise.all([
    findOverduePayments(db, at - LATE_MS, limit),
    findUnsettled(db, provider),
    findOverdueRefunds(db, at - LATE_MS, limit),
  ]);
  const found = [
    ...unknown.map((row) =>
      shownOverdueMoney('payment', row, row.fault ?? 'it has not been checked with the provider'),
    ),
    ...refunds.map((row) =>
      shownOverdueMoney('refund', row, row.fault ?? 'the provider has not accepted it yet'),
    ),
    ...unsettled.map((row) => shownOverdueMoney('payment', row, 'it is in no settlement report')),
  ];
  return found.slice(0, limit);
}
