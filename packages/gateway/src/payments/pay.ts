import { setTimeout as wait } from 'node:timers/promises';
import type { OrderContext } from '../orders/context.ts';
import type { PaymentRequest, PaymentStart, Provider } from '../providers/provider.ts';
import type { OrderRow } from '../store/schema.ts';
import { applyReport } from './apply-report.ts';
import { abandonOpening, claimOpening, finishOpening } from './open-payment.ts';
import { refreshPayment } from './refresh-payment.ts';

/** Next step of the payment page. */
export type PayResult =
  | { readonly kind: 'redirect'; readonly url: string }
  /** The order is settled, now or before, or has expired. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'invalid'; readonly problem: 'card' | 'declined' | 'provider' };

/** How long a payer waits for the page that an earlier click is just opening, milliseconds. */
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 100;

/**
 * Opens a payment of a pending order at the provider. An order has at most one open payment: clicking again, in another
 * tab or through another process, leads to the same page. A declined payment may be tried again.
 * @throws ProviderError if the provider is unavailable; nothing was charged.
 */
export async function pay(
  context: OrderContext,
  provider: Provider,
  order: OrderRow,
  page: Pick<PaymentRequest, 'returnUrl' | 'cancelUrl' | 'description' | 'form'>,
): Promise<PayResult> {
  const until = performance.now() + PATIENCE_MS;
  let checked: string | undefined;
  while (true) {
    const opening = await claimOpening(context, provider.name, order);
    if (opening.kind === 'over') return { kind: 'settled' };
    if (opening.kind === 'open') return { kind: 'redirect', url: opening.url };
    if (opening.kind === 'claimed') {
      const { paymentId, order: held } = opening;
      return begin(context, provider, { order: held, paymentId, ...page });
    }
    if (performance.now() > until) return { kind: 'invalid', problem: 'provider' };
    if (opening.kind === 'waiting') await wait(LOOK_EVERY_MS);
    // The payment was made, and its money is on its way: the payer waits like all who return from the provider.
    else if (opening.payment.id === checked) return { kind: 'redirect', url: page.returnUrl };
    else {
      checked = opening.payment.id;
      await refreshPayment(context, provider, opening.payment, { close: true });
    }
  }
}

async function begin(context: OrderContext, provider: Provider, request: PaymentRequest): Promise<PayResult> {
  const { paymentId } = request;
  let started: PaymentStart;
  try {
    started = await provider.start(request);
  } catch (error) {
    await abandonOpening(context, request);
    throw error;
  }
  if (started.kind === 'invalid') {
    await abandonOpening(context, request);
    return started;
  }
  if (started.kind === 'redirect') {
    const opened = await finishOpening(context, request, started);
    if (opened === 'open') return { kind: 'redirect', url: started.url };
    // Another click has opened another page meanwhile, or the order has ended: this page must take no money.
    await provider.close(started);
    return opened === 'over' ? { kind: 'settled' } : { kind: 'invalid', problem: 'provider' };
  }
  const { reference, received } = started;
  const report = { kind: 'payment', state: 'paid', reference, paymentId, received } as const;
  await applyReport(context, provider, { ...report, paymentReference: reference });
  return { kind: 'settled' };
}
