import { type ListPage, type MoneyService, type OrderRefund, Refusal } from '@flight-offset/console';
import type { OrderContext } from '../orders/context.ts';
import { closeStatements, markStatementPaid } from '../statements/close.ts';
import { findClosedStatement, findStatement, listStatements } from '../statements/find.ts';
import { isPeriod } from '../statements/period.ts';
import type { Database } from '../store/engine.ts';
import { isId } from '../store/ids.ts';
import { byOf } from './by.ts';
import { explained } from './explained.ts';
import { findPayments } from './find-payments.ts';
import { listPage, PAGE_READ } from './list-page.ts';
import { shownRefund } from './show-order.ts';

async function findRefunds(
  { reader }: Database,
  merchantId: string,
  cursor: string | undefined,
): Promise<ListPage<OrderRefund>> {
  let query = reader.selectFrom('refunds').selectAll().where('merchant_id', '=', merchantId);
  if (cursor !== undefined && isId(cursor, 'rfd')) query = query.where('id', '<', cursor);
  const rows = await query.orderBy('id', 'desc').limit(PAGE_READ).execute();
  return listPage(rows, shownRefund, ({ id }) => id);
}

/** Refunds and statements, as the console reads and closes them. */
export function moneyOf({ db, now }: OrderContext): MoneyService {
  return {
    refunds: (merchantId, cursor) => findRefunds(db, merchantId, cursor),
    payments: (merchantId, cursor) => findPayments(db, merchantId, cursor),
    statements: (merchantId) => listStatements(db.reader, merchantId, now()),
    statement: (merchantId, id) => findStatement(db.reader, merchantId, id, now()),
    async closeStatements(actor, merchantId, period) {
      if (!isPeriod(period)) throw new Refusal('The month must be one such as 2026-10.');
      await explained(closeStatements(db, merchantId, period, now(), byOf(actor)));
    },
    async markPaid(actor, merchantId, id) {
      const statement = await findClosedStatement(db.reader, merchantId, id);
      if (statement?.state !== 'closed') throw new Refusal('There is no such closed statement.');
      await explained(markStatementPaid(db, id, now(), byOf(actor)));
    },
  };
}
