import { expressionBuilder, type Kysely } from 'kysely';
import type { PaymentRow, Schema } from '../../store/schema.ts';
import type { OrderKey } from './lock-orders.ts';

/** States of a payment whose outcome is not known yet. */
export const OPEN_STATES: PaymentRow['state'][] = ['opening', 'started'];

/** Subquery for the open payments of a query's current order. An order that has one waits for the provider. */
export function openPayment() {
  return expressionBuilder<Schema, 'orders'>()
    .selectFrom('payments')
    .select('payments.id')
    .whereRef('payments.merchant_id', '=', 'orders.merchant_id')
    .whereRef('payments.order_id', '=', 'orders.id')
    .where('payments.state', 'in', OPEN_STATES);
}

/** Returns a query of an order's open payments; the caller selects the columns. */
export function openPaymentsOf(db: Pick<Kysely<Schema>, 'selectFrom'>, { id, merchant_id }: OrderKey) {
  return db
    .selectFrom('payments')
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', id)
    .where('state', 'in', OPEN_STATES);
}
