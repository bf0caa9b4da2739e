import { fromGrams, grams, paise, type Transaction, toRupees } from '@flight-offset/core';
import { readCall } from '../http/api-call.ts';
import { Problem } from '../http/problem.ts';
import type { Routes } from '../http/routes.ts';

/** One transaction of the caller's own. */
export const transactionRoutes: Routes = (gateway) => ({
  '/marketplace/transactions/:id': {
    async GET(context) {
      const { merchantId } = await readCall(gateway, context);
      const row = await gateway.orders.db.kysely
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', context.req.param('id') ?? '')
        .where('merchant_id', '=', merchantId)
        .executeTakeFirst();
      if (!row)
        throw new Problem(40403, 'there is no transaction with this identifier; check it and the key');
      const transaction: Transaction = {
        id: row.id,
        amount: toRupees(paise(row.amount_paise)),
        carbon_credits: fromGrams(grams(row.grams), 'tonCO2e'),
        timestamp: new Date(row.created_at).toISOString(),
      };
      return context.json(transaction);
    },
  },
});
