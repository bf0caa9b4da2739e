import type { OrderContext } from '../orders/context.ts';
import { isPastHold } from '../orders/hold.ts';
import type { Provider } from '../providers/provider.ts';
import { unindexed } from '../store/sql/of-merchants.ts';
import { refreshPayment } from './refresh-payment.ts';

/** Result of checking payments with the provider. */
export interface Reconciliation {
  /** Number of payments checked with the provider. */
  readonly checked: number;
  /** Number of these payments whose outcome is now known. */
  readonly settled: number;
  /** The first error; the other payments were checked nevertheless. */
  readonly fault?: unknown;
}

/**
 * Requests the state of open payments that are due for a check from the provider: its event may have been lost. A
 * payment whose order no longer waits, or has waited long enough, is closed.
 * @param options `all`: includes those that are not due.
 */
export async function checkOpenPayments(
  context: OrderContext,
  provider: Provider,
  { limit = 20, all = false }: { readonly limit?: number; readonly all?: boolean } = {},
): Promise<Reconciliation> {
  const at = context.now();
  const due = await context.db.kysely
    .selectFrom('payments')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.merchant_id', '=', 'payments.merchant_id')
        .onRef('orders.id', '=', 'payments.order_id'),
    )
    .selectAll('payments')
    .select(['orders.status as order_status', 'orders.expires_at'])
    // SQLite would choose the provider's index, and read every payment ever made there.
    .where(unindexed('payments.provider'), '=', provider.name)
    .where('payments.check_at', all ? 'is not' : '<=', all ? null : at)
    .where((eb) => eb.or([eb('payments.state', '<>', 'opening'), eb('payments.check_at', '<=', at)]))
    .orderBy('payments.check_at')
    .limit(limit)
    .execute();
  let settled = 0;
  let fault: unknown;
  for (const { order_status: status, expires_at, ...payment } of due) {
    try {
      const isUnwanted = status !== 'pending' || isPastHold({ status, expires_at }, at);
      const state = await refreshPayment(context, provider, payment, { close: isUnwanted });
      if (state === 'paid' || state === 'closed') settled += 1;
    } catch (error) {
      fault ??= error;
    }
  }
  return { checked: due.length, settled, ...(fault === undefined ? {} : { fault }) };
}
