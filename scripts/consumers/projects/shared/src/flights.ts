import type { Flight } from '@flight-offset/core';

/** The itinerary of this page. Kept outside of components, so that it is the same array at each render. */
export const FLIGHTS: Flight[] = [
  {
    origin: 'ZRH',
    destination: 'SFO',
    operatingCarrierCode: 'LX',
    flightNumber: 38,
    departureDate: { year: 2026, month: 12, day: 14 },
  },
];
