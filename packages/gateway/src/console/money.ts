import { type MoneyService, Refusal } from '@flight-offset/console';
import type { OrderContext } from '../orders/context.ts';
import { closeStatements, markStatementPaid } from '../statements/close.ts';
import { findClosedStatement, listStatements } from '../statements/find.ts';
import { isPeriod } from '../statements/period.ts';
import { byOf } from './by.ts';
import { explained } from './explained.ts';
import { findPayments } from './find/payments.ts';
import { findRefunds } from './find/refunds.ts';
import { showStatement } from './show-statement.ts';

/** Refunds and statements, as the console reads and closes them. */
export function moneyOf({ db, now }: OrderContext): MoneyService {
  return {
    refunds: (merchantId, cursor) => findRefunds(db, merchantId, cursor),
    payments: (merchantId, cursor) => findPayments(db, merchantId, cursor),
    statements: (merchantId) => listStatements(db.reader, merchantId, now()),
    statement: (merchantId, id, cursor) => showStatement(db, merchantId, id, { at: now(), cursor }),
    async closeStatements(actor, merchantId, period) {
      if (!isPeriod(period)) throw new Refusal('The month must be one such as 2026-10.');
      const closed = await explained(closeStatements(db, merchantId, period, now(), byOf(actor)));
      return closed.length;
    },
    async markPaid(actor, merchantId, id) {
      const statement = await findClosedStatement(db.reader, merchantId, id);
      if (statement?.state !== 'closed') throw new Refusal('There is no such closed statement.');
      await explained(markStatementPaid(db, id, now(), byOf(actor)));
    },
  };
}
