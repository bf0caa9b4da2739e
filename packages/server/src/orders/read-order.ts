import {
  checkoutStatusSchema,
  moneySchema,
  type OrderState,
  orderProjectSchema,
  type Project,
  productSchema,
  projectSchema,
} from '@flight-offset/core';
import type { OrderResponse } from '@flight-offset/core/server';
import * as z from 'zod';
import { isSafeAddress, readAddress, readAllowedAddress } from '../address.ts';
import type { Bought } from '../final-order.ts';
import type { Offset } from '../offset.ts';
import type { OrderRecord } from './record.ts';

/** Returns the state of an order; any status but a final one counts as pending. */
export function stateOf({ status }: OrderResponse): OrderState {
  return status === 'completed' || status === 'failed' ? status : 'pending';
}

/** Returns the project of an order, if it is complete. */
export function projectOf(order: OrderResponse): Project | undefined {
  const project = projectSchema.safeParse(order.project);
  return project.success ? project.data : undefined;
}

/**
 * Returns details of a bought order besides its project: the product and projects, unless credits of one project; the
 * state of retirement and refunds; and the receipt, in the locale of the page it was ordered on.
 */
export function boughtOf(offset: Offset, order: OrderResponse, record: OrderRecord): Bought {
  const product = productSchema.safeParse(order.product);
  const projects = z.array(orderProjectSchema).min(1).max(100).safeParse(order.projects);
  const { data: retirement } = checkoutStatusSchema.shape.retirement.safeParse(order.retirement_state);
  const [refunded, price = record.price?.[0]] = [order.refunded, order.price].map(
    (money) => moneySchema.safeParse(money).data?.amount_minor,
  );
  const receiptUrl = receiptOf(offset, order, record.locale);
  return {
    ...(product.success && { product: product.data }),
    ...(projects.success && { projects: projects.data }),
    ...(retirement && { retirement }),
    ...(refunded && { refunded: refunded === price ? ('whole' as const) : ('part' as const) }),
    ...(receiptUrl && { receiptUrl }),
  };
}

/** Returns the URL of a receipt, if it leads to an origin that payments may lead to. */
function receiptOf(
  { paymentOrigins }: Offset,
  { receipt_url }: OrderResponse,
  locale: string | undefined,
): string | undefined {
  const url = readAllowedAddress(receipt_url, paymentOrigins);
  if (!url) return undefined;
  if (locale) url.searchParams.set('lang', locale);
  return url.href;
}

/**
 * Explains why the receipt of an order is withheld, for the merchant's log; undefined if it is not, or there is none.
 */
export function receiptFault(
  { paymentOrigins }: Offset,
  { receipt_url: receipt }: OrderResponse,
): string | undefined {
  if (!receipt || readAllowedAddress(receipt, paymentOrigins)) return undefined;
  const url = readAddress(receipt);
  if (!url || !isSafeAddress(url)) return 'receipt_url must be an https URL';
  return `receipt_url leads to ${url.origin}; add it to paymentOrigins if it is the service's`;
}
