import type { Flight, ReadyQuote } from '@flight-offset/core';

/** A quote to keep room by while the real one is on its way: what it says is never seen, only how much of it. */
export function ghostQuote(flights: readonly Flight[], passengers = 1): ReadyQuote {
  return {
    passengers,
    showFigures: true,
    gramsPerPassenger: 1e5,
    comparison: { level: 'lower' },
    legs: flights.map((flight) => ({
      flight,
      aircraft: [{ name: 'Boeing 777-300ER' }],
    })),
    options: [{ price: { formatted: '₹1,000.00' } }],
    project: { name: 'Boeing 777-300' },
  } as unknown as ReadyQuote;
}
