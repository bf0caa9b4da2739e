import type { Flight } from '@flight-offset/core';
import { BackendError } from '../backend/request.ts';

/** Carrier, number, origin, destination, year, month and day, with any dash or space between them. */
const LEG =
  /^\W*([A-Z]{2,3}|[A-Z]\d|\d[A-Z])\W*(\d{1,4})\W+([A-Z]{3})\W+([A-Z]{3})\W+(\d{4})\W(\d\d?)\W(\d\d?)\W*$/;

/**
 * Reads flights written as text, as the attribute `flights` takes them:
 * `LX38 ZRH-SFO 2026-12-14, LX39 SFO-ZRH 2026-12-21`. Any case, dash and space will do; a date is a day of the
 * calendar, without a time.
 *
 * @example
 * parseFlights('LX38 ZRH-SFO 2026-12-14')[0]?.departureDate; // { year: 2026, month: 12, day: 14 }
 *
 * @returns The flights; empty if there is no text.
 * @throws {BackendError} `bad_request` at the first leg that is invalid; `leg` is its text. Half a trip must not be
 * sold.
 */
export function parseFlights(text: string | null | undefined): Flight[] {
  return text?.trim() ? text.split(',').map(parseLeg) : [];
}

/** Reads one leg, number `index` of the itinerary. */
export function parseLeg(leg: string, index: number): Flight {
  const [, operatingCarrierCode, number, origin, destination, ...date] = LEG.exec(leg.toUpperCase()) ?? [];
  const [year, month, day] = date.map(Number) as [number, number, number];
  // `Date` would turn a day that the month does not have into one of another month.
  if (!origin || new Date(year, month - 1, day).getMonth() !== month - 1)
    throw new BackendError('bad_request', {
      leg,
      field: `flights[${index}]`,
      message: `Invalid leg "${leg.trim()}". Write it as "LX38 ZRH-SFO 2026-12-14".`,
    });
  return {
    origin,
    destination: destination!,
    operatingCarrierCode: operatingCarrierCode!,
    flightNumber: Number(number),
    departureDate: { year, month, day },
  };
}
