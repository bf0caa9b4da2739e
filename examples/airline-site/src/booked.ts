/** The booking, its contribution, and the cancellation of both: `/booked.html?reference=…`. */
import type { CheckoutStatus } from '@flight-offset/core';
import type { FlightOffsetWidget } from '@flight-offset/elements';
import { endAttempt } from './attempt.ts';
import { type Booking, bookedFlights, readBooking } from './booking.ts';
import { byId } from './by-id.ts';
import { showItinerary } from './itinerary-view.ts';
import { kilogramsText } from './price.ts';
import { type PriceLine, showPrices } from './price-list.ts';
import { isNoResponse, request } from './request.ts';

/** A booking as the backend returns it; amounts are minor units of its currency. */
interface Booked {
  readonly reference: string;
  readonly trip: string;
  readonly travellers: readonly string[];
  readonly status: 'booked' | 'cancelled';
  readonly currency: string;
  readonly fare: number;
  readonly paid: number;
  readonly contribution?: {
    readonly orderId?: string;
    readonly status: 'completed' | 'open' | 'refunded' | 'not_made';
    readonly amount: number;
    readonly kilograms: number;
    readonly credits?: 'returned' | 'retired' | 'none';
  };
}

const CONTRIBUTION = {
  open: () => 'Your contribution is being confirmed. Your flights are booked.',
  refunded: (kg: string, credits?: string) =>
    credits === 'returned'
      ? `Refunded: ${kg} kg CO₂e are no longer allocated to you.`
      : 'Your contribution was refunded.',
  not_made: () =>
    'Your contribution could not be made. Its amount is returned to your card; your flights are booked.',
} as const;

const reference = new URLSearchParams(location.search).get('reference') ?? '';
const address = `${import.meta.env.VITE_MERCHANT}/bookings/${encodeURIComponent(reference)}`;

function show(booked: Booked): void {
  const { contribution, status, currency, paid, fare } = booked;
  endAttempt();
  byId('booked-problem').textContent = '';
  byId('booked').hidden = false;
  byId('booked-title').textContent = status === 'booked' ? 'You are booked' : 'Your booking is cancelled';
  byId('booked-lead').textContent = `Booking ${booked.reference}, ${booked.travellers.join(', ')}`;
  const trip = { ...readBooking(new URLSearchParams(booked.trip)), travellers: booked.travellers };
  showItinerary(byId('booked-flights'), trip);
  const lines: PriceLine[] = [['Flights', fare]];
  if (contribution) lines.push(['Climate contribution', contribution.amount]);
  const charged = lines.reduce((sum, [, minor]) => sum + minor, 0);
  if (charged !== paid) lines.push(['Refunded', paid - charged]);
  showPrices(byId('booked-price'), lines, [charged === paid ? 'Paid' : 'Total', paid], currency);
  byId('contribution').hidden = contribution === undefined;
  const isMade = contribution?.status === 'completed';
  byId('contribution-text').hidden = isMade;
  byId('contribution-order').hidden = !isMade;
  if (isMade) void showOrder(trip, contribution.orderId ?? '');
  else if (contribution) {
    byId('contribution-text').textContent = CONTRIBUTION[contribution.status](
      kilogramsText(contribution.kilograms),
      contribution.credits,
    );
  }
  const isPaid = isMade || contribution?.status === 'open';
  byId('cancel-note').textContent = isPaid
    ? 'Cancelling returns the whole amount, the contribution included.'
    : 'Cancelling returns the whole amount.';
  for (const id of ['cancel', 'cancel-note']) byId(id).hidden = status === 'cancelled';
}

// #region order
/** Shows the order in place of the offer, so that nothing offers the contribution again. */
async function showOrder(trip: Booking, orderId: string): Promise<void> {
  const endpoint = import.meta.env.VITE_OFFSET_ENDPOINT;
  const status = `${endpoint}/orders/${encodeURIComponent(orderId)}/status`;
  // Offline or without a response it is paid nevertheless: the booking states it.
  const order = await request(status)
    .then((response) => (response.ok ? (response.json() as Promise<CheckoutStatus>) : undefined))
    .catch(() => undefined);
  const widget = byId<FlightOffsetWidget>('contribution-order');
  widget.order = order ?? { orderId, status: 'completed' };
  widget.endpoint = endpoint;
  widget.flights = bookedFlights(trip);
  widget.cabin = trip.cabin;
  widget.passengers = trip.travellers.length;
}
// #endregion order

async function load(path: string, init?: RequestInit): Promise<void> {
  const response = await request(address + path, init);
  const body = (await response.json()) as Booked & { message?: string };
  if (!response.ok) throw new Error(body.message);
  show(body);
}

function fail(error: unknown): void {
  const isLater = isNoResponse(error);
  byId('booked-problem').textContent = isLater
    ? 'We couldn’t reach the airline. Try again.'
    : (error as Error).message;
  const isShown = !byId('booked').hidden;
  byId('booked-none').hidden = isLater || isShown;
  byId('booked-again').hidden = !isLater || isShown;
}

/** Screen readers read the focused element, not a changed heading; and the pressed button is gone. */
const toOutcome = (): void => byId('booked-title').focus();

const cancel = byId('cancel');
const sure = byId<HTMLDialogElement>('cancel-sure');

// An irreversible action is confirmed first.
cancel.addEventListener('click', () => {
  if (cancel.ariaDisabled === 'true') return;
  sure.returnValue = '';
  sure.showModal();
});
sure.addEventListener('close', () => {
  if (sure.returnValue !== 'cancel') return;
  // Not `disabled`, which would lose the focus if the request fails.
  cancel.ariaDisabled = 'true';
  byId('booked-problem').textContent = '';
  load('/cancel', { method: 'POST' })
    .then(toOutcome, fail)
    .finally(() => {
      cancel.ariaDisabled = 'false';
    });
});

function open(): Promise<void> {
  byId('booked-problem').textContent = '';
  byId('booked-again').hidden = true;
  return load('').catch(fail);
}
byId('booked-again').addEventListener('click', () => void open().then(toOutcome));
void open();
// After the booking itself, which is shown even if this fails.
void import('@flight-offset/elements/define/flight-offset-widget');
