import type { Flight } from '@flight-offset/core';

/** Reads flights as a page may write them: `LX38 ZRH-SFO 2026-12-14, LX39 SFO-ZRH 2026-12-21`. */
export function parseFlights(text: string | null): Flight[] {
  return [...(text ?? '').matchAll(/(\w{2,3}?) ?(\d+) (\w{3})-(\w{3}) (\d+)-(\d+)-(\d+)/g)].map(
    ([, operatingCarrierCode, flightNumber, origin, destination, year, month, day]) =>
      ({
        origin,
        destination,
        operatingCarrierCode,
        flightNumber: +flightNumber!,
        departureDate: { year: +year!, month: +month!, day: +day! },
      }) as Flight,
  );
}
