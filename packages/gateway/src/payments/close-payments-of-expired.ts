import type { OrderContext } from '../orders/context.ts';
import type { ExpiredOrder } from '../orders/end/expire.ts';
import { openPaymentsOf } from '../orders/end/open-payments.ts';
import { MAX_WAIT_MS } from '../providers/check-schedule.ts';
import type { Provider } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import type { PaymentRow } from '../store/schema.ts';
import { DAY_MS } from '../time-span.ts';
import { refreshPayment } from './refresh-payment.ts';

/** How long an expired order waits for a provider that cannot state the outcome of its payment, milliseconds. */
export const PATIENCE_MS: number = 3 * DAY_MS;

/**
 * Checks the open payments of an expired order with the provider, and closes them there. A payment whose money is on its
 * way, or a provider that does not respond, keeps the order waiting for three more days; a gateway that was not running
 * meanwhile has to try more than once. Money that arrives after that is refunded.
 * @returns whether the order may fail.
 */
export async function closePaymentsOfExpired(
  context: OrderContext,
  provider: Provider,
  order: ExpiredOrder,
): Promise<boolean> {
  const open: PaymentRow[] = await openPaymentsOf(context.db.kysely, order).selectAll().execute();
  const at = context.now();
  let mayWait = at < order.expires_at + PATIENCE_MS;
  let known = true;
  for (const payment of open) {
    try {
      const state =
        payment.provider === provider.name
          ? await refreshPayment(context, provider, payment, { close: true })
          : 'processing';
      if (state !== 'closed' && state !== 'paid') known = false;
    } catch (error) {
      // A provider's error is noted with the payment, and reported by doctor.
      known = false;
      // It was not checked for long: the payer may have paid meanwhile, and one request without a response proves
      // little. After an error that is not noted, the order would stay first in line.
      if (error instanceof ProviderError && payment.updated_at < at - 2 * MAX_WAIT_MS) mayWait = true;
    }
  }
  return known || !mayWait;
}
