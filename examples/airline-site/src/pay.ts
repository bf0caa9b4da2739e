/** One total, one payment: the contribution is a line of the booking's own price. */
import type { FlightOffsetWidget } from '@flight-offset/elements';
import { attemptAt } from './attempt.ts';
import { type Booking, writeBooking } from './booking.ts';
import { byId } from './by-id.ts';
import { kilogramsText, priceOf, priceText } from './price.ts';
import { type PriceLine, showPrices } from './price-list.ts';
import { isNoResponse, request } from './request.ts';

const CURRENCY = import.meta.env.VITE_CURRENCY;

let current: { booking: Booking; widget: FlightOffsetWidget } | undefined;

/** Shows the price of a booking, follows the traveller's choice, and lets the booking be paid. */
export function startPaying(booking: Booking, widget: FlightOffsetWidget): void {
  const isFirst = current === undefined;
  current = { booking, widget };
  showPrice();
  if (!isFirst) return;
  followChoice(widget);
  byId<HTMLFormElement>('pay').addEventListener('submit', (event) => {
    event.preventDefault();
    void pay(new FormData(event.target as HTMLFormElement));
  });
  // A traveller who goes back from the booked page finds this page unchanged.
  addEventListener('pageshow', () => {
    byId('pay-button').ariaDisabled = 'false';
  });
}

// #region change
/** Every change of the choice fires this event, also if a renewed quote has another price and unticks the box. */
function followChoice(widget: FlightOffsetWidget): void {
  widget.addEventListener('offset-change', showPrice);
}

/** Returns the line of the choice: the widget keeps it while the page shows another step. */
function contributionOf({ option }: FlightOffsetWidget): PriceLine | undefined {
  if (!option) return undefined;
  return [`Climate contribution, ${kilogramsText(option.grams / 1000)} kg`, option.price?.amountMinor ?? 0];
}
// #endregion change

function lines(): PriceLine[] {
  const { booking, widget } = current!;
  const contribution = contributionOf(widget);
  const { fare, taxes } = priceOf(booking, CURRENCY);
  const many = booking.travellers.length === 1 ? '1 traveller' : `${booking.travellers.length} travellers`;
  return [[`Fare, ${many}`, fare], ['Taxes and charges', taxes], ...(contribution ? [contribution] : [])];
}

const totalOf = (all: readonly PriceLine[]): number => all.reduce((sum, [, minor]) => sum + minor, 0);

function showPrice(): void {
  const all = lines();
  const total = totalOf(all);
  showPrices(byId('review-price'), all, ['Total', total], CURRENCY);
  byId('pay-button').textContent = `Pay ${priceText(total, CURRENCY)}`;
  byId('pay-problem').textContent = '';
}

/** Books and pays. @param form Contains the widget: its value is the token of the choice, or nothing. */
async function pay(form: FormData): Promise<void> {
  const { booking } = current!;
  const button = byId('pay-button');
  // Not `disabled`, which loses the focus: a declined card would send it to the top of the page.
  if (button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  byId('pay-problem').textContent = '';
  try {
    const response = await request(`${import.meta.env.VITE_MERCHANT}/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        trip: writeBooking(booking),
        travellers: booking.travellers,
        email: booking.email,
        card: form.get('card'),
        contribution: form.get('contribution'),
        // The total on the page; the backend calculates its own and refuses another one.
        total: totalOf(lines()),
        attempt: attemptAt(booking),
      }),
    });
    const body = (await response.json()) as { reference: string; message?: string };
    if (!response.ok) throw new Error(body.message);
    location.assign(`/booked.html?reference=${body.reference}`);
  } catch (error) {
    byId('pay-problem').textContent = isNoResponse(error)
      ? 'We couldn’t confirm your booking. Try again: you won’t be charged twice.'
      : (error as Error).message;
    button.ariaDisabled = 'false';
  }
}
