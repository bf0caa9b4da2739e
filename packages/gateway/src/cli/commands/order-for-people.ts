import type { WholeOrder } from './whole-order.ts';

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
