import type { Flight } from '@flight-offset/core';
import type { ComplexAttributeConverter } from 'lit';

const LEG = /([a-z]\w|\d[a-z]|[a-z]{3})\s?(\d{1,4})\s+([a-z]{3})-([a-z]{3})\s+(\d{4})-(\d\d)-(\d\d)/gi;

/** Reads flights as a page may write them: `LX38 ZRH-SFO 2026-12-14, LX39 SFO-ZRH 2026-12-21`. */
export function parseFlights(text: string | null): Flight[] {
  return [...(text ?? '').matchAll(LEG)].map(([, carrier, number, origin, destination, ...date]) => {
    const [year, month, day] = date.map(Number);
    return {
      origin,
      destination,
      operatingCarrierCode: carrier,
      flightNumber: Number(number),
      departureDate: { year, month, day },
    } as Flight;
  });
}

/** The `flights` attribute: text in, never written back. */
export const flightsAttribute: ComplexAttributeConverter<Flight[]> = { fromAttribute: parseFlights };
