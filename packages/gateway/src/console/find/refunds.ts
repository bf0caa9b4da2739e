import type { ListPage, OrderRefund } from '@flight-offset/console';
import type { Database } from '../../store/engine.ts';
import { isId } from '../../store/ids.ts';
import { shownRefund } from '../show-order.ts';
import { listPage, PAGE_READ } from './list-page.ts';

/** Reads one page of the refunds of a merchant's orders, newest first. @param cursor of the last refund seen. */
export async function findRefunds(
  { reader }: Database,
  merchantId: string,
  cursor: string | undefined,
): Promise<ListPage<OrderRefund>> {
  let query = reader.selectFrom('refunds').selectAll().where('merchant_id', '=', merchantId);
  if (cursor !== undefined && isId(cursor, 'rfd')) query = query.where('id', '<', cursor);
  const rows = await query.orderBy('id', 'desc').limit(PAGE_READ).execute();
  return listPage(rows, shownRefund, ({ id }) => id);
}
