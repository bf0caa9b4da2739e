import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';

/**
 * Marks a payment for an unknown order as resolved: it was refunded at the provider, or the order was fulfilled.
 * @param by who resolved it, for the audit log.
 * @param options `at`: the time, milliseconds since 1970; `provider`: the one that received it, any by default.
 * @returns whether there was such a payment.
 */
export async function resolveUnclaimed(
  db: Database,
  reference: string,
  by: Actor,
  { at, provider }: { readonly at: number; readonly provider?: string },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const resolved = await tx
      .updateTable('unclaimed_payments')
      .set({ resolved_at: at })
      .where('reference', '=', reference)
      .where('resolved_at', 'is', null)
      .$if(provider !== undefined, (one) => one.where('provider', '=', provider ?? ''))
      .returning(['provider', 'currency', 'amount_minor'])
      .execute();
    for (const payment of resolved) {
      const change = { before: { ...payment, resolved: false }, after: { ...payment, resolved: true } };
      await recordAudit(tx, by, { action: 'unclaimed_payment.resolved', subject: reference, ...change, at });
    }
    return resolved.length > 0;
  });
}
