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

/** Reads the payments that reports may be of, those of a batch in one statement; {@link paymentOf} tells which is whose. */
export async function findReported(
  tx: Reads,
  { db: { engine } }: OrderContext,
  provider: string,
  reported: readonly Pick<ReportedPayment, 'report' | 'merchantId'>[],
): Promise<PaymentRow[]> {
  // All of a batch are of one merchant, or of one which nobody looked for.
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
          // Of the indexes SQLite would take the provider's, and read all that was ever paid there.
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

/** The payment that a report is of. */
export function paymentOf(
  payments: readonly PaymentRow[],
  { reference, paymentId }: PaymentReport,
): PaymentRow | undefined {
  const byReference = payments.find((payment) => payment.reference === reference);
  // The response that named the reference may not have arrived yet, or never.
  return byReference ?? payments.find(({ id }) => id === paymentId);
}
