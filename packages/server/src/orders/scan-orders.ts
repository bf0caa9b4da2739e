import type { OrderListInput } from '@flight-offset/core';
import type { OrderResponse } from '@flight-offset/core/server';
import type { Offset } from '../offset.ts';

/** Margin for differences between clocks and for a service's own idea of an order's time, milliseconds. */
const CLOCK_MARGIN_MS = 3_600_000;

/** Orders per page: the maximum of the interface. */
const LIMIT = 100;

/** Limits of a scan. */
export interface ScanBounds {
  /** Orders older than this (less a margin) end the scan, milliseconds since 1970. */
  readonly notBefore: number;
  readonly pages: number;
}

/**
 * Scans the service's list, newest first, by the bare interface alone.
 * @param visit receives each order once; returns true to end the scan.
 * @returns how many pages were read, each by one call.
 */
export async function scanOrders(
  offset: Offset,
  filter: Pick<OrderListInput, 'email' | 'tax_id'>,
  { notBefore, pages }: ScanBounds,
  visit: (order: OrderResponse) => boolean,
): Promise<number> {
  const seen = new Set<string>();
  for (let page = 1; page <= pages; page++) {
    const query = { ...filter, limit: LIMIT, page, sort: 'desc' } as const;
    const { orders, metadata } = await offset.call((client) => client.listOrders(query));
    // New orders push others onto later pages, and a service may ignore `page`: both repeat orders.
    const fresh = orders.filter((order) => typeof order.order_id === 'string' && !seen.has(order.order_id));
    for (const order of fresh) {
      seen.add(order.order_id!);
      if (visit(order)) return page;
    }
    const total = metadata.total_records;
    if (total !== undefined && seen.size >= total) return page;
    // Also true if no order of the page is new.
    if (fresh.every((order) => isOlder(order, notBefore - CLOCK_MARGIN_MS))) return page;
  }
  return pages;
}

function isOlder({ created_at }: OrderResponse, limit: number): boolean {
  // An unreadable time is NaN, which is not less.
  return Date.parse(String(created_at)) < limit;
}
