import type { ReadyQuote } from '@flight-offset/core';

/**
 * Returns a placeholder quote for the skeleton, of the height of the real one. The templates of the estimate and the
 * offer draw it while a quote is loading, and `figure.styles.ts` covers its values, which are never visible.
 */
export function placeholderQuote(passengers = 1): ReadyQuote {
  return {
    showFigures: true,
    passengers,
    gramsPerPassenger: 1e5,
    range: { low: 1e5, high: 1e5 },
    options: [{ grams: 1e5, price: { formatted: '$1,000.00' } }],
    project: { name: 'climate project' },
  } as unknown as ReadyQuote;
}
