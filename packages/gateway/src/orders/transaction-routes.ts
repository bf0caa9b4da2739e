import { fromGrams, fromMinorUnits, grams, minorUnits, type Transaction } from '@flight-offset/core';
import { type ApiAccess, readCall } from '../http/api-call.ts';
import { respondJson } from '../http/respond.ts';
import type { Routes } from '../http/routes.ts';
import { Problem } from '../problem.ts';
import { isId } from '../store/ids.ts';
import type { OrderRow, TransactionRow } from '../store/schema.ts';
import type { OrderContext } from './context.ts';

/** Converts an amount that may be negative, such as a refund. */
function convertSigned(value: number, convert: (size: number) => number): number {
  return value < 0 ? -convert(-value) : convert(value);
}

/** Shows one transaction of the caller. */
export const transactionRoutes: Routes<ApiAccess & { readonly orders: OrderContext }> = (gateway) => {
  async function findTransaction(
    merchantId: string,
    id: string,
  ): Promise<(TransactionRow & Pick<OrderRow, 'product'>) | undefined> {
    if (!isId(id, 'txn')) return undefined;
    return gateway.orders.db.reader
      .selectFrom('transactions')
      .innerJoin('orders', (join) =>
        join
          .onRef('orders.merchant_id', '=', 'transactions.merchant_id')
          .onRef('orders.id', '=', 'transactions.order_id'),
      )
      .selectAll('transactions')
      .select('product')
      .where('transactions.id', '=', id)
      .where('transactions.merchant_id', '=', merchantId)
      .executeTakeFirst();
  }

  return {
    '/marketplace/transactions/:id': {
      async GET(context) {
        const { merchantId } = await readCall(gateway, context);
        const row = await findTransaction(merchantId, context.req.param('id') ?? '');
        if (!row)
          throw new Problem(40403, 'There is no transaction with this identifier. Check it and the key.');
        const tonnes = convertSigned(row.grams, (mass) => fromGrams(grams(mass), 'tonCO2e'));
        const isFuel = row.product === 'aviation_fuel';
        const transaction: Transaction = {
          id: row.id,
          amount: convertSigned(row.inr_minor, (minor) => fromMinorUnits(minorUnits(minor), 'INR')),
          carbon_credits: isFuel ? 0 : tonnes,
          timestamp: new Date(row.created_at).toISOString(),
          ...(isFuel && { aviation_fuel: tonnes }),
          ...(row.currency === 'INR'
            ? {}
            : { price: { currency: row.currency, amount_minor: row.amount_minor } }),
        };
        return respondJson(context, JSON.stringify(transaction));
      },
    },
  };
};
