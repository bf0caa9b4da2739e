import type { Booking } from './booking.ts';
import { byId } from './by-id.ts';
import { element } from './element.ts';
import type { Step } from './trip-step.ts';

/** Starts the second step: names and an e-mail address. `done` receives the booking with them. */
export function startTravellersStep(done: (booking: Booking) => void): Step {
  const form = byId<HTMLFormElement>('travellers-form');
  const names = byId('names');
  const email = byId<HTMLInputElement>('email');
  let booking: Booking | undefined;

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!booking) return;
    const travellers = [...names.querySelectorAll('input')].map((input) => input.value.trim());
    done({ ...booking, travellers, email: email.value });
  });
  return {
    show(shown) {
      booking = shown;
      email.value = shown.email;
      names.replaceChildren(
        ...shown.travellers.map((name, index) => {
          // A blank name does not count.
          const input = element('input', { required: '', pattern: '.*\\S.*', maxlength: '120', value: name });
          if (index === 0) input.setAttribute('autocomplete', 'name');
          return element('label', {}, `Traveller ${index + 1}, as in the passport`, input);
        }),
      );
    },
  };
}
