import { readStocks } from '../projects/stock.ts';
import type { OrderRow } from '../store/schema.ts';
import { DAY_MS } from '../time-span.ts';
import type { OrderContext } from './context.ts';
import { holdUntil } from './hold.ts';

type TimedOrder = Pick<OrderRow, 'id' | 'merchant_id' | 'product' | 'created_at' | 'expires_at'>;

/** WCAG 2.2.1 regards a limit as adjustable if it can be extended to ten times its length. */
const TIMES = 10;

/**
 * Calculates the end of an order whose payer needs more time: after ten times the limit that the operator has set, but at
 * most a day after its creation, as long as a page of Stripe lasts.
 */
function latestEnd({ orderTtlMs }: Pick<OrderContext, 'orderTtlMs'>, { created_at }: TimedOrder): number {
  return created_at + Math.min(TIMES * orderTtlMs, DAY_MS);
}

/** Whether an order can be held for longer than it is. */
export function canExtendHold(context: Pick<OrderContext, 'orderTtlMs'>, order: TimedOrder): boolean {
  return order.expires_at < latestEnd(context, order);
}

/** Whether an order is held for as long as it is for a payer who needs more time. */
export function isHoldExtended(context: Pick<OrderContext, 'orderTtlMs'>, order: TimedOrder): boolean {
  return order.expires_at === latestEnd(context, order);
}

/**
 * Whether a merchant's unpaid orders hold so much that none of them may be held for longer: more than half of what they
 * may hold of the stock, however small that is. So credits are held for longer in half of a merchant's share at most.
 */
async function isScarce({ db, now, policy, limits }: OrderContext, order: TimedOrder): Promise<boolean> {
  const { merchant_id: merchantId, product } = order;
  const read = { policy, currencies: [], portfolios: false, merchantIds: [merchantId] };
  const stock = (await readStocks(db.kysely, now(), read)).of(merchantId);
  const share = Math.min(limits.merchantGrams, stock.unsold(product) * limits.merchantShare);
  return stock.held(product) > share / 2;
}

/**
 * Holds an unpaid order for a payer who needs more time. However often it is called, the end is the same; an order that
 * has expired or ended stays as it is.
 * @returns `scarce` if too much is held already: nothing has changed.
 */
export async function extendHold(context: OrderContext, order: TimedOrder): Promise<'done' | 'scarce'> {
  if (!canExtendHold(context, order)) return 'done';
  if (await isScarce(context, order)) return 'scarce';
  await holdUntil(context.db.kysely, context, order, latestEnd(context, order));
  return 'done';
}
