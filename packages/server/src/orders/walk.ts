import type { OrderListInput } from '@flight-offset/core';
import type { OrderAnswer } from '@flight-offset/core/server';
import type { Offset } from '../offset.ts';

/** Clocks and a service's own idea of an order's time may differ by this much, milliseconds. */
const CLOCK_MARGIN_MS = 3_600_000;

/** Orders a page: the most which the interface allows. */
const LIMIT = 100;

/** How far to look. */
export interface WalkBounds {
  /** Orders older than this (less a margin) end the walk, milliseconds since 1970. */
  readonly notBefore: number;
  readonly pages: number;
}

/**
 * Looks through the service's list, newest first, by the bare interface alone.
 * @param visit told of each order once; returns true when it has seen enough.
 */
export async function walkOrders(
  offset: Offset,
  filter: Pick<OrderListInput, 'email' | 'tax_id' | 'status'>,
  { notBefore, pages }: WalkBounds,
  visit: (order: OrderAnswer) => boolean,
): Promise<void> {
  const seen = new Set<string>();
  for (let page = 1; page <= pages; page++) {
    const query = { ...filter, limit: LIMIT, page, sort: 'desc' } as const;
    const { orders, metadata } = await offset.call((client) => client.listOrders(query));
    // New orders push others onto later pages, and a service may ignore `page`: both repeat what was seen.
    const fresh = orders.filter((order) => typeof order.order_id === 'string' && !seen.has(order.order_id));
    for (const order of fresh) {
      seen.add(order.order_id!);
      if (visit(order)) return;
    }
    const total = metadata.total_records;
    if (fresh.length === 0 || (total !== undefined && seen.size >= total)) return;
    if (fresh.every((order) => isOlder(order, notBefore - CLOCK_MARGIN_MS))) return;
  }
}

function isOlder({ created_at }: OrderAnswer, limit: number): boolean {
  const created = Date.parse(String(created_at));
  return Number.isFinite(created) && created < limit;
}
