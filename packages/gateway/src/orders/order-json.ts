import type { CreatedOrder, Order, User } from '@flight-offset/core';
import { type OrderPart, showsParts } from '../projects/order-parts.ts';
import { projectJson } from '../projects/project-json.ts';
import type { OrderRow } from '../store/schema.ts';

/** Returns the URL of an order's payment page. */
function paymentUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/pay/${token}`;
}

/** Columns of the response to a create: none of them has to be read from the database. */
type CreatedRow = Pick<
  OrderRow,
  | 'id'
  | 'emission_amount'
  | 'emission_unit'
  | 'user_name'
  | 'user_email'
  | 'user_tax_id'
  | 'callback_url'
  | 'payment_token'
  | 'created_at'
>;

function userJson(row: CreatedRow): User {
  const user: User = {};
  if (row.user_name !== null) user.name = row.user_name;
  if (row.user_email !== null) user.email = row.user_email;
  if (row.user_tax_id !== null) user.tax_id = row.user_tax_id;
  return user;
}

/** Formats an order as the create returns it. */
export function createdOrderJson(row: CreatedRow, publicUrl: string): CreatedOrder {
  return {
    order_id: row.id,
    emission_amount: row.emission_amount,
    emission_unit: row.emission_unit,
    user: userJson(row),
    callback_url: row.callback_url,
    payment_url: paymentUrl(publicUrl, row.payment_token),
    created_at: new Date(row.created_at).toISOString(),
  };
}

/**
 * Formats an order as the list shows it.
 * @param parts projects of its credits; empty if no credits are allocated.
 */
export function orderJson(row: OrderRow, parts: readonly OrderPart[], publicUrl: string): Order {
  const order: Order = {
    ...createdOrderJson(row, publicUrl),
    status: row.status,
    payment_status: row.payment_status,
  };
  // The main project of the time of the order: a refund may make another part the largest.
  const main = parts.find(({ project }) => project.id === row.project) ?? parts[0];
  if (main) order.project = projectJson(main.project);
  if (main && showsParts(row)) {
    order.projects = parts.map(({ project, grams }) => ({ ...projectJson(project), grams }));
  }
  return Object.assign(order, extensionFields(row));
}

/** Adds the receipt URL to a paid order: its payment page shows the receipt. */
export function withReceipt(order: Order): Order {
  return order.status === 'completed' ? { ...order, receipt_url: order.payment_url } : order;
}

/**
 * Returns fields that are not in the interface, each only if the order uses it: for a merchant that uses none, nothing
 * has changed.
 */
function extensionFields(row: OrderRow): Partial<Order> {
  const { currency, amount_minor, settlement, reference, variant, metadata } = row;
  const fields: Partial<Order> = {};
  if (row.portfolio !== null) fields.portfolio = row.portfolio;
  if (row.product !== 'carbon_credits') fields.product = row.product;
  if (settlement !== 'payer') fields.settlement = settlement;
  const { refunded_minor: refunded, refund_pending_minor: pending } = row;
  // Also beside a refund: without the price, it would be unclear whether the refund is complete.
  if (settlement !== 'payer' || currency !== 'INR' || refunded > 0) fields.price = { currency, amount_minor };
  if (refunded > 0) fields.refunded = { currency, amount_minor: refunded };
  if (pending > 0) fields.refund_pending = { currency, amount_minor: pending };
  if (reference !== null) fields.reference = reference;
  if (variant !== null) fields.variant = variant;
  if (metadata !== null) fields.metadata = JSON.parse(metadata) as Record<string, string>;
  return fields;
}
