import type { Order, OrderList, OrderState, Transaction } from '@flight-offset/core';

const NAMES = ['Zoë Meier', 'Arjun Rao', 'María José Fernández de la Vega', '山田 花子', 'ليلى حداد', 'Ole'];
const STATES: readonly OrderState[] = ['completed', 'pending', 'failed'];

/** Creates order number `index`, newest first. */
function order(index: number): Order {
  const status = STATES[index % 3]!;
  const orderId = `01JD6Q4${(1000 + index).toString(36).toUpperCase()}`;
  return {
    order_id: orderId,
    emission_amount: 287 + 173 * index,
    emission_unit: 'kgCO2',
    user: { name: NAMES[index % NAMES.length]!, email: `traveller${index % 7}@example.com` },
    callback_url: null,
    payment_url: `https://pay.example/${orderId}`,
    created_at: new Date(Date.UTC(2026, 10, 21, 9, 30) - index * 5_400_000).toISOString(),
    status,
    payment_status: status,
    ...(status === 'completed'
      ? {
          project: {
            name: 'Bundled wind, Tamil Nadu',
            registry: 'Verra',
            project_id: '1851',
            category: 'avoidance',
            type: 'wind',
            public_url: 'https://registry.example.com/1851',
          },
        }
      : {}),
  };
}

/** Returns a page of 53 sample orders, filtered as the service does. */
export function orderPage(query: URLSearchParams): OrderList {
  const limit = Number(query.get('limit') ?? 20);
  const page = Number(query.get('page') ?? 1);
  const matching = Array.from({ length: 53 }, (_, index) => order(index)).filter(
    ({ user, status }) =>
      (!query.has('email') || user.email === query.get('email')) &&
      (!query.has('tax_id') || user.tax_id === query.get('tax_id')) &&
      (!query.has('status') || status === query.get('status')),
  );
  if (query.get('sort') === 'asc') matching.reverse();
  const paid = matching.filter(({ payment_status }) => payment_status === 'completed');
  return {
    metadata: { current_page: page, total_records: matching.length, limit },
    overview: {
      total_orders: matching.length,
      total_amount_paid:
        paid.reduce((sum, { emission_amount }) => sum + Math.round(emission_amount * 119.9), 0) / 100,
      total_users: new Set(matching.map(({ user }) => user.email)).size,
    },
    orders: matching.slice((page - 1) * limit, page * limit),
  };
}

/** A sample transaction. */
export const TRANSACTION: Transaction = {
  id: '01JD6Q4TX',
  amount: 1374.05,
  carbon_credits: 1.146,
  timestamp: '2026-11-21T09:30:00.000Z',
};
