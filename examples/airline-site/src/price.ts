import { type Booking, CABIN_NAMES, directionsOf } from './booking.ts';

/** Currencies the airline may sell in, each with its value of one euro of the timetable's fares. */
export const CURRENCIES: Readonly<Record<string, number>> = { EUR: 1, INR: 96, JPY: 165, KWD: 0.334 };

/** Price of a booking, in minor units of a currency. */
export interface BookingPrice {
  readonly fare: number;
  readonly taxes: number;
  readonly total: number;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creates a currency's format once, as that is slow and every press of the widget writes all prices again. */
function formatOf(currency: string): Intl.NumberFormat {
  const digits = { minimumFractionDigits: digitsOf(currency), maximumFractionDigits: digitsOf(currency) };
  const made = { style: 'currency', currency, ...digits } as const;
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-IE', made);
  formats.set(currency, format);
  return format;
}

/**
 * Returns the decimals of a currency: 0 for JPY, 2 for EUR, 3 for KWD. By ISO 4217, like the widget's prices: `Intl`
 * writes fewer for some, such as HUF.
 */
export function digitsOf(currency: string): number {
  return DIGITS[currency] ?? 2;
}

/** Decimals other than two; an airline that sells in further currencies adds theirs. */
const DIGITS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };

/**
 * Calculates the price of a booking: fare and taxes.
 * @param currency One of {@link CURRENCIES}.
 */
export function priceOf(booking: Booking, currency: string): BookingPrice {
  const rate = CURRENCIES[currency];
  if (rate === undefined) throw new RangeError(`Example Air does not sell in ${currency}`);
  const journeys = directionsOf(booking).reduce((sum, { journey }) => sum + journey.fare, 0);
  const euros = Math.round(journeys * CABIN_NAMES[booking.cabin].fare) * booking.travellers.length;
  const minor = (amount: number): number => Math.round(amount * rate * 10 ** digitsOf(currency));
  const [fare, taxes] = [minor(euros), minor(Math.round(euros * 0.12))];
  return { fare, taxes, total: fare + taxes };
}

/** Writes an amount for travellers. @param minor Minor units of the currency. */
export function priceText(minor: number, currency: string): string {
  return formatOf(currency).format(minor / 10 ** digitsOf(currency));
}

/** Writes the purchased mass, to the 0.1 kg of the widget and the receipt. */
export const kilogramsText = (kilograms: number): string =>
  kilograms.toLocaleString('en-IE', { maximumFractionDigits: 1 });
