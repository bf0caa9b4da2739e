import { type PaidRefund, Refusal } from '@flight-offset/console';
import type { Actor } from '../audit/actor.ts';
import type { OrderContext } from '../orders/context.ts';
import { PAID_REFERENCE, PAID_REFERENCE_WORDS, recordPaidRefund } from '../payments/record-paid-refund.ts';
import type { Provider } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { explained } from './explained.ts';

/** The gateway's orders, and where its money is taken. */
interface Books {
  readonly orders: OrderContext;
  readonly provider: Provider;
}

/**
 * Records for a form of the console that a refund was paid another way. A form that is sent again once that is done records
 * nothing more, and is not refused.
 * @param by who sent it, for the audit log.
 * @throws Refusal in the console's words.
 */
export async function recordPaid(
  { orders: context, provider }: Books,
  { merchantId, orderId }: { readonly merchantId: string; readonly orderId: string },
  { refund: id, reference, isUnchecked }: PaidRefund,
  by: Actor,
): Promise<void> {
  if (!PAID_REFERENCE.test(reference)) throw new Refusal(`The reference must be ${PAID_REFERENCE_WORDS}.`);
  const read = () =>
    context.db.kysely
      .selectFrom('refunds')
      .select('paid_reference')
      .where('merchant_id', '=', merchantId)
      .where('order_id', '=', orderId)
      .where('id', '=', id)
      .executeTakeFirst();
  const refund = await read();
  if (!refund) throw new Refusal('There is no such refund.');
  if (refund.paid_reference === reference) return;
  const paid = { reference, provider: isUnchecked ? undefined : provider, by };
  const recording = recordPaidRefund(context, id, paid).catch(async (error: unknown) => {
    // The first press was faster.
    if ((await read())?.paid_reference === reference) return;
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal(
      'Nothing was recorded: the records of the provider could not be read. Try again, or look at its dashboard yourself and record it unchecked.',
      502,
    );
  });
  await explained(recording);
}
