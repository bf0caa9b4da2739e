import type { Kysely } from 'kysely';
import type { PaymentRow, Schema } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/** Finds the captured payment by the provider's identifier of its money. */
export async function findCaptured(
  tx: Tx | Kysely<Schema>,
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
