import type { PaymentRow } from '../store/schema.ts';
import type { Reads } from '../store/transaction.ts';

/** Finds the captured payment by the provider's identifier of its money. */
export async function findCaptured(
  tx: Reads,
  provider: string,
  paymentReference: string,
): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('payment_reference', '=', paymentReference)
    .where('state', '=', 'captured')
    .executeTakeFirst();
}
