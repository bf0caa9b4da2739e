import type { Flight } from '@flight-offset/core';

const twoDigits = (value: number): string => `${value}`.padStart(2, '0');

/**
 * Writes flights as the attribute `flights` takes them; the reverse of `parseFlights`.
 *
 * For server-side rendering: React omits objects from the HTML of a custom element and does not set them when it
 * hydrates the page. `aircraft` is not part of the text.
 *
 * @example
 * <flight-offset-widget flights={formatFlights(flights)} />
 */
export function formatFlights(flights: readonly Flight[]): string {
  return flights
    .map(({ operatingCarrierCode, flightNumber, origin, destination, departureDate: { year, month, day } }) =>
      [
        `${operatingCarrierCode}${flightNumber}`,
        `${origin}-${destination}`,
        `${year}-${twoDigits(month)}-${twoDigits(day)}`,
      ].join(' '),
    )
    .join(', ');
}
