/** The booking: three steps of one page, the widget in the last. */
import '@flight-offset/elements/cdn/reserve.css';
import { type Booking, readBooking, storeBooking, storedBooking, writeBooking } from './booking.ts';
import { byId } from './by-id.ts';
import { showReview } from './review-step.ts';
import { startTravellersStep } from './travellers-step.ts';
import { startTripStep } from './trip-step.ts';

const STEPS = ['trip', 'travellers', 'review'] as const;
type Step = (typeof STEPS)[number];

let booking: Booking = readBooking(new URLSearchParams(location.search), storedBooking());

/** Returns the step that the URL names. A booking without names requires them first. */
function currentStep(): Step {
  const named = STEPS.find((step) => location.hash === `#${step}`) ?? 'review';
  return named === 'review' && booking.travellers.some((name) => name === '') ? 'travellers' : named;
}

const trip = startTripStep((changed) => {
  update(changed);
  go('travellers');
});
const travellers = startTravellersStep((changed) => {
  update(changed);
  go('review');
});

/** Shows a step. The URL may name it already, if the step waited for a missing name. */
function go(step: Step): void {
  if (location.hash === `#${step}`) arrive();
  else location.hash = step;
}

function update(changed: Booking): void {
  booking = changed;
  storeBooking(booking);
  history.replaceState(null, '', `?${writeBooking(booking)}${location.hash}`);
}

function show(): void {
  const step = currentStep();
  for (const section of document.querySelectorAll<HTMLElement>('[data-step]')) {
    section.hidden = section.dataset.step !== step;
  }
  for (const link of document.querySelectorAll<HTMLElement>('[data-step-link]')) {
    if (link.dataset.stepLink === step) link.setAttribute('aria-current', 'step');
    else link.removeAttribute('aria-current');
  }
  if (step === 'trip') trip.show(booking);
  if (step === 'travellers') travellers.show(booking);
  if (step === 'review') showReview(booking);
  document.title = `${byId(`${step}-title`).textContent} · Example Air`;
}

// The URL names the step, so the skip link must not change it.
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  byId(`${currentStep()}-title`).focus();
});

update(booking);
show();
// #region define
// After the booking itself, which does not wait for it: the element reads properties set earlier once it is defined.
void import('@flight-offset/elements/define/flight-offset-widget');
// #endregion define
function arrive(): void {
  show();
  byId(`${currentStep()}-title`).focus();
  scrollTo(0, 0);
}
addEventListener('hashchange', arrive);
