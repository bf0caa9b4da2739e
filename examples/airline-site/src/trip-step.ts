import { type Booking, CABIN_NAMES, readBooking, usualReturn } from './booking.ts';
import { byId } from './by-id.ts';
import { element } from './element.ts';
import { showItinerary } from './itinerary-view.ts';
import { priceOf, priceText } from './price.ts';
import { destinationsFrom, ends, PLACES, TIMETABLE } from './timetable.ts';

const CURRENCY = import.meta.env.VITE_CURRENCY;

/** A step of the booking, which shows a booking to be changed. */
export interface Step {
  show(booking: Booking): void;
}

function options(
  select: HTMLSelectElement,
  entries: readonly (readonly [string, string])[],
  chosen: string,
): void {
  select.replaceChildren(...entries.map(([value, text]) => element('option', { value }, text)));
  select.value = chosen;
}

const places = (codes: readonly string[]): [string, string][] =>
  [...new Set(codes)]
    .map((code): [string, string] => [code, `${PLACES[code]} (${code})`])
    .sort(([, a], [, b]) => a.localeCompare(b));

/** Starts the first step: route, dates, cabin and passengers. `done` receives the booking with this choice. */
export function startTripStep(done: (booking: Booking) => void): Step {
  const form = byId<HTMLFormElement>('trip-form');
  const oneWay = byId<HTMLInputElement>('one-way');
  let booking: Booking | undefined;

  function show(shown: Booking): void {
    booking = shown;
    options(byId('from'), places(TIMETABLE.map((journey) => ends(journey).from)), shown.from);
    options(byId('to'), places(destinationsFrom(shown.from)), shown.to);
    options(
      byId('cabin'),
      Object.entries(CABIN_NAMES).map(([cabin, { name }]) => [cabin, name]),
      shown.cabin,
    );
    byId<HTMLInputElement>('out').value = shown.out;
    const back = byId<HTMLInputElement>('back');
    back.value = shown.back ?? '';
    back.min = shown.out;
    back.disabled = !shown.back;
    oneWay.checked = !shown.back;
    byId<HTMLInputElement>('passengers').value = String(shown.travellers.length);
    showItinerary(byId('trip-flights'), shown);
    byId('trip-price').textContent = priceText(priceOf(shown, CURRENCY).total, CURRENCY);
  }

  const query = (): URLSearchParams =>
    new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));

  form.addEventListener('change', (event) => {
    if (!booking) return;
    const chosen = query();
    if (event.target === oneWay) {
      if (oneWay.checked) chosen.delete('back');
      else chosen.set('back', usualReturn(booking.out));
    }
    show(readBooking(chosen, booking));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Firefox fills the fields again after a crash, or in a duplicated tab, without a change.
    if (booking) done(readBooking(query(), booking));
  });
  return { show };
}
