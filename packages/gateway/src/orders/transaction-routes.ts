import { fromGrams, fromMinorUnits, grams, minorUnits, type Transaction } from '@flight-offset/core';
import { readCall } from '../http/api-call.ts';
import { Problem } from '../http/problem.ts';
import type { Routes } from '../http/routes.ts';
import { isId } from '../store/ids.ts';
import type { TransactionTable } from '../store/schema.ts';

/** One transaction of the caller's own. */
export const transactionRoutes: Routes = (gateway) => {
  async function find(merchantId: string, id: string): Promise<TransactionTable | undefined> {
    if (!isId(id, 'txn')) return undefined;
    return gateway.orders.db.reader
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', id)
      .where('merchant_id', '=', merchantId)
      .executeTakeFirst();
  }

  return {
    '/marketplace/transactions/:id': {
      async GET(context) {
        const { merchantId } = await readCall(gateway, context);
        const row = await find(merchantId, context.req.param('id') ?? '');
        if (!row)
          throw new Problem(40403, 'there is no transaction with this identifier; check it and the key');
        const transaction: Transaction = {
          id: row.id,
          amount: fromMinorUnits(minorUnits(row.inr_minor), 'INR'),
          carbon_credits: fromGrams(grams(row.grams), 'tonCO2e'),
          timestamp: new Date(row.created_at).toISOString(),
        };
        return context.json(transaction);
      },
    },
  };
};
