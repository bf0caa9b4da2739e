import { readStocks } from '../projects/stock.ts';
import type { OrderRow } from '../store/schema.ts';
import { ofMerchants, unindexed } from '../store/sql/of-merchants.ts';
import { DAY_MS } from '../time-span.ts';
import type { OrderContext } from './context.ts';

type TimedOrder = Pick<OrderRow, 'id' | 'merchant_id' | 'product' | 'created_at' | 'expires_at'>;

/**
 * The latest end of an order whose payer needs more time: a day after its creation. Ten times the default is 20 hours,
 * which is also what WCAG 2.2.1 regards as no limit.
 */
function latestEnd({ created_at }: Pick<TimedOrder, 'created_at'>): number {
  return created_at + DAY_MS;
}

/** Whether an order can be held for longer than it is. */
export function hasMoreTime(order: Pick<TimedOrder, 'created_at' | 'expires_at'>): boolean {
  return order.expires_at < latestEnd(order);
}

/** Whether an order ends when a payer who needs more time requested it to. */
export function gotMoreTime(order: Pick<TimedOrder, 'created_at' | 'expires_at'>): boolean {
  return order.expires_at === latestEnd(order);
}

/**
 * Whether a merchant's unpaid orders hold so much that none of them may be held for a day: more than half of what they
 * may hold of the stock, however small that is. Whoever holds credits for a day can thus take half of a merchant's share.
 */
async function isScarce({ db, now, policy, limits }: OrderContext, order: TimedOrder): Promise<boolean> {
  const { merchant_id: merchantId, product } = order;
  const read = { policy, currencies: [], portfolios: false, merchantIds: [merchantId] };
  const stock = (await readStocks(db.kysely, now(), read)).of(merchantId);
  const share = Math.min(limits.merchantGrams, stock.unsold(product) * limits.merchantShare);
  return stock.held(product) > share / 2;
}

/**
 * Holds an unpaid order until a day after its creation. However often it is called, the end is the same; an order that
 * has expired or ended stays as it is.
 * @returns `scarce` if too much is held already: nothing has changed.
 */
export async function giveMoreTime(context: OrderContext, order: TimedOrder): Promise<'done' | 'scarce'> {
  const { db, now } = context;
  if (!hasMoreTime(order)) return 'done';
  if (await isScarce(context, order)) return 'scarce';
  await db.kysely
    .updateTable('orders')
    .set({ expires_at: latestEnd(order) })
    .where(ofMerchants(db, 'merchant_id', [order.merchant_id]).condition)
    .where('id', '=', order.id)
    .where(unindexed('status'), '=', 'pending')
    .where('expires_at', '>', now())
    .where('expires_at', '<', latestEnd(order))
    .execute();
  return 'done';
}
