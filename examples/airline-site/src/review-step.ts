import type { FlightOffsetWidget } from '@flight-offset/elements';
import { type Booking, bookedFlights, CABIN_NAMES, priceOf } from './booking.ts';
import { byId } from './by-id.ts';
import { element, rupees, showItinerary } from './itinerary-view.ts';
import { PLACES } from './timetable.ts';

/** The last step: what is booked, its price, and the optional contribution. */
export function showReview(booking: Booking): void {
  const { from, to, back, cabin, travellers, email } = booking;
  byId('review-lead').textContent =
    `${PLACES[from]} to ${PLACES[to]}${back ? ' and back' : ''}, ${CABIN_NAMES[cabin].name.toLowerCase()}`;
  showItinerary(byId('review-flights'), booking);
  byId('review-travellers').replaceChildren(...travellers.map((name) => element('li', {}, name)));

  const { fare, taxes, total } = priceOf(booking);
  const many = travellers.length === 1 ? '1 traveller' : `${travellers.length} travellers`;
  byId('review-price').replaceChildren(
    ...[
      [`Fare, ${many}`, fare, ''],
      ['Taxes and charges', taxes, ''],
      ['Total', total, 'total'],
    ].flatMap(([label, amount, name]) => [
      element('dt', { class: String(name) }, String(label)),
      element('dd', { class: String(name) }, rupees(Number(amount))),
    ]),
  );
  const book = byId<HTMLButtonElement>('book');
  book.onclick = () => {
    byId('booked').textContent = 'This is an example: no flight was booked and no money was taken.';
  };

  // #region widget
  // All that a merchant's page has to tell the widget. Whether the box is ticked is the traveller's alone.
  const widget = byId<FlightOffsetWidget>('widget');
  widget.endpoint = import.meta.env.VITE_OFFSET_ENDPOINT;
  widget.flights = bookedFlights(booking);
  widget.cabin = cabin;
  widget.passengers = travellers.length;
  widget.user = { name: travellers[0], email };
  // #endregion widget
}
