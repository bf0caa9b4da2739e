import type { WholeOrder } from './whole-order.ts';

/** Returns an order for people, without search keys and values that repeat in each part. */
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
    payments: payments.map((payment) => ({
      payment: payment.id,
      provider: payment.provider,
      state: payment.state,
      // The money received may differ from the amount due.
      currency: payment.received_currency ?? payment.currency,
      amount_minor: payment.received_minor ?? payment.amount_minor,
      fault: payment.fault,
    })),
    refunds: refunds.map(({ id, state, currency, amount_minor, grams, fault, paid_reference }) => ({
      refund: id,
      state,
      currency,
      amount_minor,
      grams,
      fault: paid_reference === null ? fault : `paid: ${paid_reference}`,
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
