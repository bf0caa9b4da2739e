import type { FlightOffsetWidget } from '@flight-offset/elements';
import { type Booking, bookedFlights, CABIN_NAMES } from './booking.ts';
import { byId } from './by-id.ts';
import { element } from './element.ts';
import { showItinerary } from './itinerary-view.ts';
import { startPaying } from './pay.ts';
import { PLACES } from './timetable.ts';

/** Shows the last step: the trip, the optional contribution, one total and one payment. */
export function showReview(booking: Booking): void {
  const { from, to, back, cabin, travellers, email } = booking;
  byId('review-lead').textContent =
    `${PLACES[from]} to ${PLACES[to]}${back ? ' and back' : ''}, ${CABIN_NAMES[cabin].name.toLowerCase()}`;
  showItinerary(byId('review-flights'), booking);
  byId('review-travellers').replaceChildren(...travellers.map((name) => element('li', {}, name)));

  // #region widget
  // All properties that a merchant's page has to set. Only the traveller can tick the box.
  const widget = byId<FlightOffsetWidget>('widget');
  widget.endpoint = import.meta.env.VITE_OFFSET_ENDPOINT;
  widget.flights = bookedFlights(booking);
  // Room that `reserve.css` keeps, so that nothing below moves.
  widget.style.setProperty('--legs', `${bookedFlights(booking).length}`);
  widget.cabin = cabin;
  widget.passengers = travellers.length;
  widget.user = { name: travellers[0], email };
  // #endregion widget
  startPaying(booking, widget);
}
