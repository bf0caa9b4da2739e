import type { OrderContext } from '../orders/context.ts';
import type { PaymentReport } from '../providers/provider.ts';
import type { PaymentRow } from '../store/schema.ts';
import { PAYMENT_COLUMNS } from '../store/sql/columns.ts';
import { isOneOf, oneOf } from '../store/sql/is-one-of.ts';
import { merchantOfFew, unindexed } from '../store/sql/of-merchants.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Reads } from '../store/transaction.ts';
import type { Source } from './capture.ts';

/** A provider's report of a payment, how it arrived, and the payment's merchant if known. */
export interface ReportedPayment {
  readonly report: PaymentReport;
  readonly source: Source;
  readonly merchantId?: string | undefined;
}

/** Reads the payments of a batch of reports in one statement; {@link paymentOf} finds the payment of each. */
export async function readReportedPayments(
  tx: Reads,
  { db: { engine } }: OrderContext,
  provider: string,
  reported: readonly Pick<ReportedPayment, 'report' | 'merchantId'>[],
): Promise<PaymentRow[]> {
  // All reports of a batch are of one merchant, or no merchant was looked up.
  const merchantId = reported[0]?.merchantId;
  const references = reported.map(({ report }) => report.reference);
  const ids = reported.flatMap(({ report }) => report.paymentId ?? []);
  const build = () => {
    const found = tx
      .selectFrom('payments')
      .select(PAYMENT_COLUMNS)
      .where(({ or, and, eb }) =>
        or([
          and([eb('provider', '=', provider), isOneOf(engine, 'reference', references)]),
          // SQLite would choose the provider's index, and read every payment ever made there.
          and([eb(unindexed('provider'), '=', provider), isOneOf(engine, 'id', ids)]),
        ]),
      );
    const merchant = merchantOfFew(tx, 'merchant_id');
    return (merchantId === undefined ? found : found.where(merchant, '=', merchantId)).compile();
  };
  const parameters = [provider, oneOf(engine, references), provider, oneOf(engine, ids)];
  return merchantId === undefined
    ? prepared(tx, 'reported payments', build, parameters)
    : prepared(tx, 'reported payments of a merchant', build, [...parameters, merchantId]);
}

/** Finds the payment of a report. */
export function paymentOf(
  payments: readonly PaymentRow[],
  { reference, paymentId }: PaymentReport,
): PaymentRow | undefined {
  const byReference = payments.find((payment) => payment.reference === reference);
  // The response that named the reference may arrive later, or never.
  return byReference ?? payments.find(({ id }) => id === paymentId);
}
