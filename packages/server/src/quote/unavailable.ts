import type { Flight, UnavailableQuote } from '@flight-offset/core';
import { OffsetApiError } from '@flight-offset/core/server';

/** For a call that failed: tells a flight that cannot be estimated from a service that does not work. */
export function noEstimate(legs: readonly Flight[]): (error: unknown) => UnavailableQuote {
  return (error) => {
    if (!(error instanceof OffsetApiError)) throw error;
    const { flights, status, error: said } = error;
    const refused = said !== undefined && [400, 404, 422].includes(status);
    if (flights.length === 0 && !refused) throw error;
    if (flights.length === 0) {
      return { status: 'unavailable', reasons: [{ code: 'no-estimate', message: noEstimateFor(legs) }] };
    }
    return {
      status: 'unavailable',
      reasons: flights.map(({ index, code }) => ({
        flight: index,
        // The code is for programs; what the service wrote about it stays here.
        code: /^[a-z][a-z0-9-]{0,39}$/.test(code) ? code : 'no-estimate',
        message: noEstimateFor(legs.slice(index, index + 1)),
      })),
    };
  };
}

/** The answer where a flight has no figure in a cabin that was asked for. */
export function noFigures(missing: readonly number[], legs: readonly Flight[]): UnavailableQuote {
  return {
    status: 'unavailable',
    reasons: missing.map((flight) => ({
      flight,
      code: 'no-figure-for-cabin',
      message: noEstimateFor(legs.slice(flight, flight + 1)),
    })),
  };
}

function noEstimateFor(legs: readonly Flight[]): string {
  const route = legs.map(({ origin, destination }) =>
    `${origin} to ${destination}`.toUpperCase().replace(' TO ', ' to '),
  );
  return `There is no estimate for ${route.join(', ') || 'these flights'}.`;
}
