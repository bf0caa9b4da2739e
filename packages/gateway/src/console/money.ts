import { type MoneyService, Refusal } from '@flight-offset/console';
import { forSpreadsheets } from '../csv/for-spreadsheets.ts';
import { textStream } from '../http/text-stream.ts';
import type { OrderContext } from '../orders/context.ts';
import { closeStatements, sumUnclosed } from '../statements/close.ts';
import { statementCsv } from '../statements/csv.ts';
import { findClosedStatement, findStatement, listStatements } from '../statements/find.ts';
import { markStatement } from '../statements/mark-paid.ts';
import { isPeriod } from '../statements/period.ts';
import { readPages } from '../statements/read-lines.ts';
import type { Tx } from '../store/transaction.ts';
import { byOf } from './by.ts';
import { claimForm } from './claim-form.ts';
import { findPayments } from './find/payments.ts';
import { findRefunds } from './find/refunds.ts';
import { rethrowAsRefusal } from './rethrow-as-refusal.ts';
import { showStatement } from './show-statement.ts';

function readPeriod(text: string): string {
  if (!isPeriod(text)) throw new Refusal('The month must have the form YYYY-MM, such as 2026-10.');
  return text;
}

/** Reads refunds and statements, and closes statements, for the console. */
export function moneyOf({ db, now }: OrderContext): MoneyService {
  return {
    refunds: (merchantId, cursor) => findRefunds(db, merchantId, cursor),
    payments: (merchantId, cursor) => findPayments(db, merchantId, cursor),
    statements: (merchantId) => listStatements(db.reader, merchantId, now()),
    statement: (merchantId, id, cursor) => showStatement(db, merchantId, id, { at: now(), cursor }),
    async exportStatement(merchantId, id, signal) {
      const found = await findStatement(db.reader, merchantId, id, now());
      if (!found) return undefined;
      const csv = forSpreadsheets(textStream(statementCsv(found, readPages(db.reader, found)), signal));
      return { number: found.statement.number, csv };
    },
    async unclosed(merchantId, period) {
      const open = await rethrowAsRefusal(sumUnclosed(db.reader, merchantId, readPeriod(period), now()));
      return open.map(({ currency, total_minor, orders, refunds }) => ({
        total: { currency, amount_minor: total_minor },
        orders,
        refunds,
      }));
    },
    async closeStatements(actor, merchantId, period) {
      await rethrowAsRefusal(
        closeStatements(db, merchantId, { period: readPeriod(period), at: now(), by: byOf(actor) }),
      );
    },
    async markPaid(actor, merchantId, { id, isPaid, once }) {
      if (!(await findClosedStatement(db.reader, merchantId, id)))
        throw new Refusal('There is no such closed statement.');
      const state = isPaid ? 'paid' : 'closed';
      const at = now();
      // If the form is sent again after somebody removed the mark, it does not set the mark again.
      const claim = (tx: Tx): Promise<boolean> => claimForm(tx, { merchantId, act: 'mark', once }, at);
      const statement = await rethrowAsRefusal(markStatement(db, id, { state, at, by: byOf(actor), claim }));
      return statement.state === state;
    },
  };
}
