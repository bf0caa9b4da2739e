import type { Selectable } from 'kysely';
import type {
  AllocationTable,
  DeliveryTable,
  OrderRow,
  PaymentRow,
  RefundRow,
  TransactionTable,
} from '../../store/schema.ts';

/** An order with all that belongs to it, as it is stored; without the token of its payment page. */
export interface WholeOrder extends Omit<OrderRow, 'payment_token'> {
  readonly allocations: readonly Selectable<AllocationTable>[];
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
  readonly transactions: readonly Selectable<TransactionTable>[];
  readonly deliveries: readonly Selectable<DeliveryTable>[];
}

/** What a person looks for in an order: neither keys by which it is found nor what repeats in each part. */
export function orderForPeople({
  email_key: _,
  allocations,
  payments,
  refunds,
  transactions,
  deliveries,
  ...order
}: WholeOrder): object {
  return {
    ...order,
    allocations: allocations.map(({ lot, grams, allocated_at, batch }) => ({
      lot,
      grams,
      allocated_at,
      batch,
    })),
    payments: payments.map(({ id, provider, state, currency, amount_minor, fault }) => ({
      payment: id,
      provider,
      state,
      currency,
      amount_minor,
      fault,
    })),
    refunds: refunds.map(({ id, state, currency, amount_minor, grams, fault }) => ({
      refund: id,
      state,
      currency,
      amount_minor,
      grams,
      fault,
    })),
    transactions: transactions.map(({ id, currency, amount_minor, grams }) => ({
      transaction: id,
      currency,
      amount_minor,
      grams,
    })),
    webhooks: deliveries.map(({ id, state, attempts, created_at }) => ({
      webhook: id,
      state,
      attempts,
      created_at,
    })),
  };
}
