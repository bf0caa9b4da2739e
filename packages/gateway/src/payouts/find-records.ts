import type { Kysely } from 'kysely';
import type { PayoutLineRow, Schema } from '../store/schema.ts';

/** A payment, refund or dispute as the gateway recorded it. */
export interface MoneyRecord {
  readonly orderId: string;
  readonly merchantId: string;
  /** The merchant's reference of the order. */
  readonly orderReference: string | null;
  readonly currency: string | null;
  readonly amount: number | null;
}

type Line = Pick<PayoutLineRow, 'provider' | 'kind' | 'payment_reference' | 'reference'>;

/**
 * Looks up what the gateway recorded of lines of settlement reports, in two queries however many they are.
 * @param lines at most some hundred.
 * @returns a function from a line to its record; undefined where the gateway has none.
 */
export async function findRecords(
  db: Kysely<Schema>,
  lines: readonly Line[],
): Promise<(line: Line) => MoneyRecord | undefined> {
  const found = new Map<string, MoneyRecord>();
  const payments = lines.flatMap(({ kind, payment_reference: one }) =>
    kind === 'payment' && one !== null ? one : [],
  );
  const refunds = lines.flatMap(({ reference }) => reference ?? []);
  // It leads every index of references.
  const providers = [...new Set(lines.map(({ provider }) => provider))];
  if (payments.length > 0) {
    const rows = await db
      .selectFrom('payments')
      .innerJoin('orders', (join) =>
        join
          .onRef('orders.merchant_id', '=', 'payments.merchant_id')
          .onRef('orders.id', '=', 'payments.order_id'),
      )
      .select([
        'payments.provider',
        'payments.payment_reference',
        'order_id',
        'payments.merchant_id',
        'orders.reference',
      ])
      .select(['received_currency as currency', 'received_minor as amount'])
      .where('payments.provider', 'in', providers)
      .where('payments.payment_reference', 'in', payments)
      .where('payments.state', '=', 'captured')
      .execute();
    for (const { provider, payment_reference, ...row } of rows)
      found.set(`payment ${provider} ${payment_reference}`, recordOf(row));
  }
  if (refunds.length > 0) {
    const rows = await db
      .selectFrom('refunds')
      .innerJoin('orders', (join) =>
        join
          .onRef('orders.merchant_id', '=', 'refunds.merchant_id')
          .onRef('orders.id', '=', 'refunds.order_id'),
      )
      .select([
        'refunds.provider',
        'provider_reference',
        'order_id',
        'refunds.merchant_id',
        'orders.reference',
      ])
      .select(['refunds.currency', 'refunds.amount_minor as amount'])
      .where('refunds.provider', 'in', providers)
      .where('provider_reference', 'in', refunds)
      .execute();
    for (const { provider, provider_reference, ...row } of rows)
      found.set(`refund ${provider} ${provider_reference}`, recordOf(row));
  }
  return ({ provider, kind, payment_reference, reference }) =>
    kind === 'payment'
      ? found.get(`payment ${provider} ${payment_reference}`)
      : found.get(`refund ${provider} ${reference}`);
}

interface Row extends Pick<MoneyRecord, 'currency' | 'amount'> {
  readonly order_id: string;
  readonly merchant_id: string;
  readonly reference: string | null;
}

function recordOf({ order_id, merchant_id, reference, currency, amount }: Row): MoneyRecord {
  return { orderId: order_id, merchantId: merchant_id, orderReference: reference, currency, amount };
}
