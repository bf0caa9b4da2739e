import { type PaidRefund, Refusal } from '@flight-offset/console';
import type { Actor } from '../audit/actor.ts';
import type { OrderContext } from '../orders/context.ts';
import { PAID_REFERENCE, PAID_REFERENCE_WORDS, recordPaidRefund } from '../payments/record-paid-refund.ts';
import type { Provider } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { LOOK_UP_MS, TIME_OVER, withinTime } from '../providers/within-time.ts';
import { rethrowAsRefusal } from './rethrow-as-refusal.ts';

/** The gateway's orders and its payment provider. */
interface Books {
  readonly orders: OrderContext;
  readonly provider: Provider;
  /** Default: {@link LOOK_UP_MS}. */
  readonly lookUpMs?: number;
}

function unreadRecordsRefusal({ fault }: ProviderError): Refusal {
  const [why, when] =
    fault.code === TIME_OVER
      ? ['the provider did not respond', 'Try again in a few minutes']
      : ['the records of the provider could not be read', 'Try again'];
  const next = `${when}, or look at its dashboard yourself and record it unchecked.`;
  return new Refusal(`Nothing was recorded: ${why}. ${next}`, 502);
}

/**
 * Records for a form of the console that a refund was paid another way. If the form is sent again, it records nothing
 * more and is not refused.
 * @param by who sent it, for the audit log.
 * @throws Refusal in the console's words.
 */
export async function recordPaid(
  { orders: context, provider, lookUpMs = LOOK_UP_MS }: Books,
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
  if (!(await read())) throw new Refusal('There is no such refund.');
  const paid = { reference, provider: isUnchecked ? undefined : withinTime(provider, lookUpMs), by };
  const recording = recordPaidRefund(context, id, paid).catch(async (error: unknown) => {
    // Pressed again: the first press has recorded it.
    if ((await read())?.paid_reference === reference) return;
    throw error instanceof ProviderError ? unreadRecordsRefusal(error) : error;
  });
  await rethrowAsRefusal(recording);
}
