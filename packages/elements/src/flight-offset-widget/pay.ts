import type { BackendError } from '../backend/ask.ts';
import { fire, fireError } from '../events/events.ts';
import type { PayingMessages } from '../messages/paying/paying-messages.ts';
import { checkOut } from './check-out.ts';
import type { Choice, ChoiceHost } from './choice.ts';

/** Makes the order of a choice and leaves for the payment page. */
export async function pay(choice: Choice, host: ChoiceHost, t: PayingMessages): Promise<void> {
  if (choice.state !== 'selected') return;
  choice.set('opening');
  // Another itinerary may come in the same breath, or while the order is on its way: then this one is not wanted.
  const wanted = (): boolean => (choice.state as string) === 'opening';
  try {
    await host.updateComplete;
    const checkout = wanted() && (await checkOut(choice, host));
    if (!wanted()) return;
    if (!checkout) return choice.set('selected', t.changed);
    const { orderId, paymentUrl: url } = checkout;
    choice.set('left');
    fire(host, 'offset-order', { orderId });
    if (fire(host, 'offset-redirect', { orderId, url })) location.assign(url);
  } catch (cause) {
    if (wanted()) {
      // What is paid is done with: not ticked, so that nothing renews it and no button offers it again.
      if ((cause as BackendError).code === 'quote_used') choice.choose('unselected', t.used);
      else choice.set('selected', t.notOpened);
    }
    fireError(host, cause);
  }
}
