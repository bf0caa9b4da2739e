import { isDay } from '@flight-offset/core';
import { searchText } from '../../http/search-text.ts';
import type { OrderFilter } from '../../service/order.ts';

function dayOf(text: string | null): string | undefined {
  return text !== null && isDay(text) ? text : undefined;
}

/** Reads the orders that a query selects. Parameters without a meaning are ignored. */
export function readOrderFilter(query: URLSearchParams): OrderFilter {
  const status = (['pending', 'completed', 'failed'] as const).find((one) => one === query.get('status'));
  const search = searchText(query, 'search');
  const from = dayOf(query.get('from'));
  const to = dayOf(query.get('to'));
  return { ...(status && { status }), ...(search && { search }), ...(from && { from }), ...(to && { to }) };
}

/** Whether the range of days is empty. */
export function hasNoDays({ from, to }: OrderFilter): boolean {
  return from !== undefined && to !== undefined && from > to;
}

/** Writes the query of a filter. */
export function orderQuery(filter: OrderFilter): string {
  return new URLSearchParams(Object.entries(filter)).toString();
}
