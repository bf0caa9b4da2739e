import type { Locale } from '@flight-offset/core';
import { fill } from './messages/fill.ts';
import { textsFor } from './messages/texts.ts';
import type { OrderView } from './order-view.ts';

/** Returns the last characters of an order's identifier: enough for a person to recognise it. */
function shortId(id: string): string {
  return id.slice(-8);
}

/** Writes the line that names the order, or the traveller it is for. */
export function orderLine({ order }: OrderView, locale: Locale): string {
  const m = textsFor(locale);
  const values = { order: shortId(order.id), name: order.user_name ?? '' };
  return fill(order.user_name ? m.orderFor : m.order, values);
}
