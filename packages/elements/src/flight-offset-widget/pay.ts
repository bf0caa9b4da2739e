/** What only paying needs: a file of its own, on its way once the box is ticked. */
import { fire } from '../events/events.ts';
import { checkOut } from './check-out.ts';
import type { Choice, ChoiceHost } from './choice.ts';

/**
 * Makes the order of a choice and leaves for the payment page. The choice stays `opening` when a renewed quote
 * asks for another price, for the traveller to look at first.
 *
 * @throws {BackendError} When there is no order, or its payment page is not one that the quote allows.
 */
export async function pay(choice: Choice, host: ChoiceHost): Promise<void> {
  const checkout = await checkOut({
    endpoint: host.endpoint!,
    user: host.user,
    quote: choice.quote!,
    share: choice.shown!,
    renew: async () => {
      await host.retry();
      return choice.quote;
    },
  });
  // Unless another itinerary came meanwhile: then this order is not what the traveller looks at.
  if (checkout && choice.state === 'opening') {
    const { orderId, paymentUrl: url } = checkout;
    choice.set('left');
    fire(host, 'offset-order', { orderId });
    if (fire(host, 'offset-redirect', { orderId, url })) location.assign(url);
  }
}
