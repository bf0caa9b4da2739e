import type { BackendError } from '../backend/request.ts';
import { fire, fireError } from '../events/events.ts';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import type { Choice, ChoiceHost } from './choice.ts';
import { createOrder } from './create-order.ts';

/** Creates the order for a choice and redirects to its payment page. */
export async function startPayment(choice: Choice, host: ChoiceHost, t: CheckoutMessages): Promise<void> {
  if (choice.state !== 'selected' || host.matches(':disabled') || !host.isConnected) return;
  choice.set('submitting');
  // The itinerary may change while the order is being created: the page must then not redirect.
  const isCurrent = (state = 'submitting'): boolean => choice.state === state;
  try {
    await host.updateComplete;
    if (!isCurrent()) return;
    const isNew = !choice.order;
    if (isNew) {
      const checkout = await createOrder(choice, host);
      if (!isCurrent()) return;
      choice.order = checkout;
    }
    const { orderId, paymentUrl: url } = choice.order!;
    choice.set('redirecting');
    if (isNew) fire(host, 'offset-order', { orderId });
    // The page stays if it cancels the event, removes the element or resets the choice, or if the traveller stops the
    // navigation.
    const stay = (): unknown => isCurrent('redirecting') && choice.set('selected');
    if (
      host.isConnected &&
      isCurrent('redirecting') &&
      fire(host, 'offset-redirect', { orderId, url }) &&
      isCurrent('redirecting')
    ) {
      location.href = url;
      setTimeout(stay, 1e4);
    } else stay();
  } catch (cause) {
    if (isCurrent()) {
      // A paid order is final: the box is unticked, so that nothing renews the quote or offers it again.
      if ((cause as BackendError).code === 'quote_used') choice.choose('unselected', 'reset', t.alreadyPaid);
      else if ((cause as BackendError).code === 'sold_out') {
        choice.choose('unselected', 'renewed', t.soldOut);
        host.retry();
      } else choice.set('selected', t.redirectFailed.concat(' ', choice.view!.t.retry));
    }
    // A permanent refusal cannot be tried again.
    if (fireError(host, cause) && isCurrent('selected') && choice.notice)
      choice.set('selected', t.redirectFailed);
  }
}
