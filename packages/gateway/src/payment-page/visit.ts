import type { Locale } from '@flight-offset/core';
import type { Context } from 'hono';
import type { FaultLog } from '../fault-log.ts';
import type { Env } from '../http/env.ts';
import type { OrderContext } from '../orders/context.ts';
import type { OrderView } from '../pages/order-view.ts';
import type { Provider } from '../providers/provider.ts';

/** Parts of the gateway that the page needs. */
export interface PageContext {
  readonly orders: OrderContext;
  readonly provider: Provider;
  /** Origins of the provider's payment pages. */
  readonly paymentOrigins: readonly string[];
  readonly sandbox: boolean;
  readonly faults: FaultLog;
}

/** A request of a payer's browser, and the order of its payment link. */
export interface Visit {
  readonly context: Context<Env>;
  readonly view: OrderView;
  readonly locale: Locale;
}

/** Returns the query of this page for a payer who comes from the provider, or has just cancelled or got more time. */
export function queryFrom(
  from: 'provider' | 'cancel' | 'more-time',
  query: URLSearchParams,
): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.set('from', from);
  return changed;
}
