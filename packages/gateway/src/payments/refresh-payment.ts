import type { OrderContext } from '../orders/context.ts';
import { nextCheckMs } from '../providers/check-schedule.ts';
import type { PaymentReport, Provider } from '../providers/provider.ts';
import { faultText } from '../providers/provider-error.ts';
import type { PaymentRow } from '../store/schema.ts';
import { applyReport } from './apply-report.ts';
import { isLasting } from './is-lasting.ts';
import { abandonOpening, type ClaimedPayment, isOpeningClaimed } from './open-payment.ts';

/**
 * Requests the state of an open payment from the provider, and applies it.
 * @param options `close`: the payment is no longer wanted, so it is closed at the provider unless somebody has paid it.
 * @returns the provider's last report.
 * @throws ProviderError if the provider is unavailable, or any other error; it is recorded, and the request is retried
 * later.
 */
export async function refreshPayment(
  context: OrderContext,
  provider: Provider,
  payment: PaymentRow,
  { close }: { readonly close: boolean },
): Promise<PaymentReport['state']> {
  if (payment.state === 'opening') {
    if (isOpeningClaimed(payment, context.now())) return 'processing';
    // The process that requested its page has died, and nobody got the URL.
    await abandonOpening(context, claimOf(payment));
    return 'closed';
  }
  try {
    const report = await fetchOrClose(provider, payment, close);
    await applyReport(context, provider, report);
    await scheduleNextCheck(context, payment, { isPaid: report.state === 'paid' });
    return report.state;
  } catch (error) {
    // Without a note it would be first in line each time: twenty such payments would hold up all others.
    if (isLasting(error)) await scheduleNextCheck(context, payment, { fault: faultText(error) });
    throw error;
  }
}

function claimOf({ id: paymentId, order_id: id, merchant_id }: PaymentRow): ClaimedPayment {
  return { paymentId, order: { id, merchant_id } };
}

async function fetchOrClose(provider: Provider, payment: PaymentRow, close: boolean): Promise<PaymentReport> {
  const report = await provider.find(payment);
  if (report.state !== 'open' || !close) return report;
  try {
    await provider.close(payment);
    return { ...report, state: 'closed' };
  } catch (error) {
    // It may have been paid between the two requests.
    const now = await provider.find(payment);
    if (now.state === 'open') throw error;
    return now;
  }
}

/**
 * Records when to request the state again, if the payment is still open. A time that has changed since it was read
 * stays: another request got a response meanwhile, so that a timeout of this one is no fault; or the order has ended,
 * and its page has to be closed at once. Received money changes the time by itself.
 */
async function scheduleNextCheck(
  { db, now }: OrderContext,
  payment: PaymentRow,
  { fault = null, isPaid = false }: { readonly fault?: string | null; readonly isPaid?: boolean },
): Promise<void> {
  const at = now();
  await db.kysely
    .updateTable('payments')
    .set({
      check_at: at + nextCheckMs(payment.checks + 1),
      checks: payment.checks + 1,
      fault,
      updated_at: at,
    })
    .where('merchant_id', '=', payment.merchant_id)
    .where('id', '=', payment.id)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'started'),
        eb.and([eb('state', '=', 'captured'), eb('check_at', 'is not', null)]),
      ]),
    )
    .$if(!isPaid, (unpaid) => unpaid.where('check_at', '=', payment.check_at))
    .execute();
}
