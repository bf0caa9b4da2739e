import type { AliasedSelectQueryBuilder, Kysely } from 'kysely';
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
 * Looks up what the gateway recorded for lines of settlement reports, in two queries however many lines there are.
 * @param lines at most a few hundred.
 * @returns a function from a line to its record; undefined if the gateway has none.
 */
export async function findRecords(
  db: Kysely<Schema>,
  lines: readonly Line[],
): Promise<(line: Line) => MoneyRecord | undefined> {
  const payments = lines.flatMap(({ kind, payment_reference: one }) =>
    kind === 'payment' && one !== null ? one : [],
  );
  const refunds = lines.flatMap(({ reference }) => reference ?? []);
  // The provider leads every index of references.
  const providers = [...new Set(lines.map(({ provider }) => provider))];
  const captured = db
    .selectFrom('payments')
    .select(['provider', 'payment_reference as name', 'order_id', 'merchant_id'])
    .select(['received_currency as currency', 'received_minor as amount'])
    .where('provider', 'in', providers)
    .where('payment_reference', 'in', payments)
    .where('state', '=', 'captured')
    .as('money');
  const returned = db
    .selectFrom('refunds')
    .select(['provider', 'provider_reference as name', 'order_id', 'merchant_id'])
    .select(['currency', 'amount_minor as amount'])
    .where('provider', 'in', providers)
    .where('provider_reference', 'in', refunds)
    .as('money');
  const recordOfPayment = payments.length === 0 ? () => undefined : await readRecords(db, captured);
  const recordOfRefund = refunds.length === 0 ? () => undefined : await readRecords(db, returned);
  return ({ provider, kind, payment_reference, reference }) =>
    kind === 'payment' ? recordOfPayment(provider, payment_reference) : recordOfRefund(provider, reference);
}

/** The gateway's record of an amount of money. */
interface Recorded extends Pick<MoneyRecord, 'currency' | 'amount'> {
  readonly provider: string | null;
  /** The provider's identifier of the payment, refund or dispute. */
  readonly name: string | null;
  readonly order_id: string;
  readonly merchant_id: string;
}

/** Reads records with their orders. @returns a function from a provider and its identifier to the record. */
async function readRecords(
  db: Kysely<Schema>,
  money: AliasedSelectQueryBuilder<Recorded, 'money'>,
): Promise<(provider: string, name: string | null) => MoneyRecord | undefined> {
  const rows = await db
    .selectFrom(money)
    .innerJoin('orders', (join) =>
      join.onRef('orders.merchant_id', '=', 'money.merchant_id').onRef('orders.id', '=', 'money.order_id'),
    )
    .select(['provider', 'name', 'order_id as orderId', 'money.merchant_id as merchantId'])
    .select(['orders.reference as orderReference', 'money.currency', 'amount'])
    .execute();
  const keyOf = (provider: string | null, name: string | null): string => `${provider} ${name}`;
  const found = new Map(rows.map(({ provider, name, ...record }) => [keyOf(provider, name), record]));
  return (provider, name) => found.get(keyOf(provider, name));
}
