import type { BackendError } from '../backend/ask.ts';
import { fire, fireError } from '../events/events.ts';
import type { PayingMessages } from '../messages/paying/paying-messages.ts';
import { checkOut } from './check-out.ts';
import type { Choice, ChoiceHost } from './choice.ts';

/** Makes the order of a choice and leaves for the payment page. */
export async function pay(choice: Choice, host: ChoiceHost, t: PayingMessages): Promise<void> {
  if (choice.state !== 'selected' || host.matches(':disabled')) return;
  choice.set('opening');
  // Another itinerary may come in the same breath, or while the order is on its way: then this one is not wanted.
  const wanted = (state = 'opening'): boolean => choice.state === state;
  try {
    await host.updateComplete;
    if (!wanted()) return;
    const isNew = choice.made?.token !== choice.option!.token;
    if (isNew) {
      const checkout = await checkOut(choice, host);
      if (!wanted()) return;
      choice.made = { ...checkout!, token: choice.option!.token };
    }
    const { orderId, paymentUrl: url } = choice.made!;
    choice.set('left');
    if (isNew) fire(host, 'offset-order', { orderId });
    // The page is still here when it opens the address itself, or when the traveller stops it from leaving.
    const stay = (): unknown => wanted('left') && choice.set('selected');
    if (fire(host, 'offset-redirect', { orderId, url })) {
      location.assign(url);
      setTimeout(stay, 1e4);
    } else stay();
  } catch (cause) {
    if (wanted()) {
      // What is paid is done with: not ticked, so that nothing renews it and no button offers it again.
      if ((cause as BackendError).code === 'quote_used') choice.choose('unselected', t.used);
      else
        choice.set(
          'selected',
          (cause as BackendError).code === 'bad_request'
            ? t.notOpened
            : `${t.notOpened} ${choice.view!.t.retry}`,
        );
    }
    fireError(host, cause);
  }
}
