import type { Flight, ReadyQuote } from '@flight-offset/core';

/** A placeholder quote which gives the skeleton the height of the real one. Its values are never visible. */
export function skeletonQuote(flights: readonly Flight[], passengers = 1): ReadyQuote {
  return {
    passengers,
    showFigures: true,
    gramsPerPassenger: 1e5,
    range: { low: 1e5, high: 1e5 },
    legs: flights.map((flight) => ({
      flight,
      aircraft: [{ name: 'Boeing 777-300ER' }],
    })),
    options: [{ price: { formatted: '₹1,000.00' } }],
    project: { name: 'Boeing 777-300' },
  } as unknown as ReadyQuote;
}
