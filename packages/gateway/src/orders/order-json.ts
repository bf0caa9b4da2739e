import type { CreatedOrder, Order, User } from '@flight-offset/core';
import { type OrderPart, showsParts } from '../projects/order-parts.ts';
import { projectJson } from '../projects/project-json.ts';
import type { OrderRow } from '../store/schema.ts';

/** Where the payment page of an order is. */
function paymentUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/pay/${token}`;
}

/** The columns that the response to a create needs: nothing that has to be read from the store. */
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

/** An order as the create returns it. */
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
 * An order as the list shows it.
 * @param parts the projects behind it; none if no credits are allocated.
 */
export function orderJson(row: OrderRow, parts: readonly OrderPart[], publicUrl: string): Order {
  const order: Order = {
    ...createdOrderJson(row, publicUrl),
    status: row.status,
    payment_status: row.payment_status,
  };
  // What it was when the order was created: a refund may make another part the largest.
  const main = parts.find(({ project }) => project.id === row.project) ?? parts[0];
  if (main) order.project = projectJson(main.project);
  if (main && showsParts(row)) {
    order.projects = parts.map(({ project, grams }) => ({ ...projectJson(project), grams }));
  }
  return Object.assign(order, extensionFields(row));
}

/** One order with its receipt, once it is paid: its payment page shows it. */
export function withReceipt(order: Order): Order {
  return order.status === 'completed' ? { ...order, receipt_url: order.payment_url } : order;
}

/**
 * Fields that are not in the interface, only for an order that uses them: for a merchant that uses none, nothing has
 * changed.
 */
function extensionFields(row: OrderRow): Partial<Order> {
  const { currency, amount_minor, settlement, reference, variant, metadata } = row;
  const fields: Partial<Order> = {};
  if (row.portfolio !== null) fields.portfolio = row.portfolio;
  if (row.product !== 'carbon_credits') fields.product = row.product;
  if (settlement !== 'payer') fields.settlement = settlement;
  const { refunded_minor: refunded, refund_pending_minor: pending } = row;
  // Beside what was refunded too: whether that is all of it, nobody could say without.
  if (settlement !== 'payer' || currency !== 'INR' || refunded > 0) fields.price = { currency, amount_minor };
  if (refunded > 0) fields.refunded = { currency, amount_minor: refunded };
  if (pending > 0) fields.refund_pending = { currency, amount_minor: pending };
  if (reference !== null) fields.reference = reference;
  if (variant !== null) fields.variant = variant;
  if (metadata !== null) fields.metadata = JSON.parse(metadata) as Record<string, string>;
  return fields;
}
