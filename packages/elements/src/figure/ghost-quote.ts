import type { Flight, ReadyQuote } from '@flight-offset/core';

/** A quote to keep room by while the real one is on its way: what it says is never seen, only how much of it. */
export function ghostQuote(flights: readonly Flight[], passengers = 1): ReadyQuote {
  return {
    passengers,
    gramsPerPassenger: 0,
    comparison: { level: 'typical' },
    legs: flights.map((flight) => ({ flight })),
    method: {},
    shares: [{}],
    project: { name: 'x'.repeat(30) },
  } as unknown as ReadyQuote;
}
