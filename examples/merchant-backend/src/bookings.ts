/** The airline's bookings: one payment for flights and contribution, confirmed and cancelled together. */
import { randomInt } from 'node:crypto';
import { type Booking, bookedFlights, readBooking } from '@flight-offset/example-airline-site/booking';
import { priceOf } from '@flight-offset/example-airline-site/price';
import {
  CheckoutError,
  cancelForBooking,
  confirmWithBooking,
  contributeLaterLink,
  contributeLaterQr,
  type Offset,
  readContribution,
} from '@flight-offset/server';
import { BookingError } from './booking-error.ts';
import { type BookingRequest, readBookingRequest } from './booking-request.ts';

/** What became of the contribution of a booking. */
export interface BookedContribution {
  readonly orderId?: string;
  /** `open`: whether it was bought is not known yet, and it is confirmed again. */
  readonly status: 'completed' | 'open' | 'refunded' | 'not_made';
  /** Minor units of the booking's currency. */
  readonly amount: number;
  readonly kilograms: number;
  /** Where it is refunded: whether the credits were returned, or are retired and stay so. */
  readonly credits?: 'returned' | 'retired' | 'none' | undefined;
  readonly project?: string;
}

/** A booking that is paid. Amounts are minor units of its currency. */
export interface Booked {
  readonly reference: string;
  readonly trip: string;
  readonly travellers: readonly string[];
  status: 'booked' | 'cancelled';
  readonly currency: string;
  readonly fare: number;
  /** What was charged, or is left of it once something went back. */
  paid: number;
  contribution?: BookedContribution | undefined;
}

/** How long to wait before an open contribution is confirmed again, milliseconds. */
const RETRY_MS = 30_000;

const REFUSED_CARD = '4000000000000002';
const GOOD_CARD = '4242424242424242';

/**
 * Bookings of this process, and the endpoint for them. A shop of yours has a database, a payment provider and sessions:
 * here whoever has the reference of a booking reads and cancels it.
 * @param currency in which the shop sells.
 * @param options.handlerUrl where travellers reach the handler. A link holds it for months: not from a request, whose host
 *   is what its sender wrote.
 */
export function createBookings(
  offset: Offset,
  currency: string,
  { handlerUrl, retryMs = RETRY_MS }: { readonly handlerUrl: string; readonly retryMs?: number },
): (request: Request) => Promise<Response> {
  const bookings = new Map<string, Booked>();
  /** A shop of yours has a unique column for it. */
  const attempts = new Map<string, Promise<Booked>>();

  // #region book
  /** The page sends an attempt again where no response arrived: it is booked and charged once. */
  function bookOnce(request: BookingRequest): Promise<Booked> {
    const booked = attempts.get(request.attempt) ?? book(request);
    attempts.set(request.attempt, booked);
    // What is refused has charged nothing, and may be corrected.
    booked.catch(() => attempts.delete(request.attempt));
    return booked;
  }

  async function book(request: BookingRequest): Promise<Booked> {
    const { fare, trip } = fareOf(request, currency);
    const token = request.contribution;
    const chosen = token ? await readContribution(offset, token) : undefined;
    if (chosen?.price && chosen.price.currency !== currency)
      throw new BookingError(409, `The contribution has no price in ${currency}. Choose it again.`);
    const amount = chosen?.price?.amountMinor ?? 0;
    // One total, charged once. What the page shows must be what is charged.
    if (request.total !== fare + amount)
      throw new BookingError(409, 'The price has changed. Check it and pay again.');
    charge(request.card);
    const reference = newReference();
    const booked: Booked = {
      reference,
      trip,
      travellers: request.travellers,
      status: 'booked',
      currency,
      fare,
      paid: fare + amount,
    };
    bookings.set(reference, booked);
    if (token && chosen) {
      const user = { name: request.travellers[0] ?? '', email: request.email };
      await contribute(booked, { token, reference, user }, { amount, kilograms: chosen.grams / 1000 });
    }
    return booked;
  }

  async function contribute(
    booked: Booked,
    confirmation: Parameters<typeof confirmWithBooking>[1],
    line: { readonly amount: number; readonly kilograms: number },
  ): Promise<void> {
    try {
      const { orderId, project } = await confirmWithBooking(offset, confirmation);
      booked.contribution = {
        ...line,
        orderId,
        status: 'completed',
        ...(project && { project: `${project.name}, ${project.registry} ${project.project_id}` }),
      };
    } catch (error) {
      console.error(error);
      const isOpen = error instanceof CheckoutError && (error.retryable || error.code === 'internal');
      booked.contribution = { ...line, status: isOpen ? 'open' : 'not_made' };
      // It may have been bought: the same token again finds out. A shop of yours has a queue for it.
      if (isOpen) setTimeout(contribute, retryMs, booked, confirmation, line).unref();
      // The flights are booked all the same; the amount goes back to the card.
      else booked.paid -= line.amount;
    }
  }
  // #endregion book

  // #region cancel
  async function cancel(reference: string): Promise<Booked> {
    const booked = find(reference);
    if (booked.status === 'cancelled') return booked;
    // Until it is known whether it was bought, there is nothing to refund and nothing to call off.
    if (booked.contribution?.status === 'open')
      throw new BookingError(409, 'The contribution is still being confirmed. Cancel in a minute.');
    const cancelled = await cancelForBooking(offset, { reference, reason: 'booking cancelled' });
    booked.contribution = refunded(booked, cancelled);
    booked.status = 'cancelled';
    booked.paid = 0;
    return booked;
  }
  // #endregion cancel

  /** What became of the contribution; one that was refunded before, such as by the service's operator, is not named again. */
  function refunded(
    { contribution }: Booked,
    { contributions }: Awaited<ReturnType<typeof cancelForBooking>>,
  ): BookedContribution | undefined {
    if (contribution?.status !== 'completed') return contribution;
    const own = contributions.find(({ orderId }) => orderId === contribution.orderId);
    return { ...contribution, status: 'refunded', credits: own?.refund?.credits };
  }

  // #region later
  async function laterLink(reference: string): Promise<{ link: string; qr: string }> {
    const { trip, travellers, status } = find(reference);
    if (status === 'cancelled') throw new BookingError(409, 'The booking is cancelled.');
    const booking = readBooking(new URLSearchParams(trip));
    const link = await contributeLaterLink(offset, {
      handlerUrl,
      flights: bookedFlights(booking),
      passengers: travellers.length,
      cabin: booking.cabin,
      reference,
      expiresAt: new Date(Date.now() + 30 * 86_400_000),
    });
    return { link, qr: contributeLaterQr(link) };
  }
  // #endregion later

  function find(reference: string): Booked {
    const booked = bookings.get(reference);
    if (!booked) throw new BookingError(404, 'There is no such booking.');
    return booked;
  }

  return async (request) => {
    const [, , reference = '', action] = new URL(request.url).pathname.split('/');
    try {
      if (request.method === 'POST' && reference === '') {
        return Response.json(await bookOnce(await readBookingRequest(request)), { status: 201 });
      }
      if (request.method === 'POST' && action === 'cancel') return Response.json(await cancel(reference));
      if (request.method === 'GET' && action === 'contribute-later')
        return Response.json(await laterLink(reference));
      if (request.method === 'GET' && action === undefined) return Response.json(find(reference));
      throw new BookingError(405, 'This endpoint does not take this method.');
    } catch (error) {
      return refusal(error);
    }
  };
}

/** The fare by the airline's own timetable; names and e-mail address are checked with it. */
function fareOf(
  { trip, travellers, email }: BookingRequest,
  currency: string,
): { fare: number; trip: string } {
  const named = travellers.length > 0 && travellers.every((name) => name.trim());
  if (!named || !email.includes('@'))
    throw new BookingError(400, 'Enter the travellers and an e-mail address.');
  const booking: Booking = { ...readBooking(new URLSearchParams(trip)), travellers };
  return { fare: priceOf(booking, currency).total, trip };
}

/** Stands for a payment provider: one card is accepted, another declined. */
function charge(card: string): void {
  if (card === REFUSED_CARD) throw new BookingError(402, 'The card was declined. Try another one.');
  if (card !== GOOD_CARD) throw new BookingError(400, 'Choose one of the two test cards.');
}

/** Six characters nobody takes for each other. */
function newReference(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}

function refusal(error: unknown): Response {
  const known = error instanceof BookingError || error instanceof CheckoutError;
  if (!known) console.error(error);
  const message = known ? error.message : 'Something went wrong. Try again.';
  return Response.json({ message }, { status: known ? error.status : 500 });
}
