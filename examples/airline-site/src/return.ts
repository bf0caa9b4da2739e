/** The page to which a traveller comes back from paying: `/return.html?order_id=…`. */
import '@flight-offset/elements/define/offset-status';
import type { OffsetStatus } from '@flight-offset/elements';
import { storedBooking, writeBooking } from './booking.ts';
import { byId } from './by-id.ts';
import { showItinerary } from './itinerary-view.ts';

const booking = storedBooking();
const orderId = new URLSearchParams(location.search).get('order_id');
const status = byId<OffsetStatus>('status');

if (orderId) {
  // The query only says which order to ask about; what became of it is the backend's to say.
  byId('return-lead').textContent = `Order ${orderId}`;
  status.endpoint = import.meta.env.VITE_OFFSET_ENDPOINT;
  status.orderId = orderId;
} else {
  byId('return-lead').textContent = 'This address names no order. Your booking is not affected.';
  status.hidden = true;
}
showItinerary(byId('return-flights'), booking);
byId<HTMLAnchorElement>('go-on').href = `/?${writeBooking(booking)}#review`;
