import type { ListPage, MerchantPayment } from '@flight-offset/console';
import type { Database } from '../../store/engine.ts';
import { isId } from '../../store/ids.ts';
import { shownPayment } from '../show-order.ts';
import { listPage, PAGE_READ } from './list-page.ts';

/** Reads one page of the payments of a merchant's orders, newest first. @param cursor of the last payment seen. */
export async function findPayments(
  { reader }: Database,
  merchantId: string,
  cursor: string | undefined,
): Promise<ListPage<MerchantPayment>> {
  let query = reader.selectFrom('payments').selectAll().where('merchant_id', '=', merchantId);
  if (cursor !== undefined && isId(cursor, 'pay')) query = query.where('id', '<', cursor);
  const rows = await query.orderBy('id', 'desc').limit(PAGE_READ).execute();
  return listPage(
    rows,
    (row) => ({ ...shownPayment(row), orderId: row.order_id }),
    ({ id }) => id,
  );
}
