import { type Flight, isFlightProblemCode, type UnavailableQuote } from '@flight-offset/core';
import { OffsetApiError } from '@flight-offset/core/server';
import { hasCode } from '../service/codes.ts';

/**
 * Returns the flights that the merchant's own estimator could not estimate, as the engine's `UnsupportedFlightsError`
 * lists them.
 */
function unsupported(error: unknown): readonly { readonly index: number; readonly code: string }[] {
  const { code, flights } = (error ?? {}) as { code?: unknown; flights?: unknown };
  return code === 'unsupported_flights' && Array.isArray(flights) ? flights : [];
}

/** Handles a failed call: returns the flights that cannot be estimated, or rethrows if the service does not work. */
export function noEstimate(legs: readonly Flight[]): (error: unknown) => UnavailableQuote {
  return (error) => {
    const isFromService = error instanceof OffsetApiError;
    const flights = isFromService ? error.flights : unsupported(error);
    const isRefused = isFromService && error.error !== undefined && [400, 404, 422].includes(error.status);
    // A base URL without the endpoint says nothing about the flights.
    if (flights.length === 0 && (!isRefused || hasCode(error, 'NO_SUCH_ENDPOINT'))) throw error;
    if (flights.length === 0) {
      return { status: 'unavailable', reasons: [{ code: 'no_estimate', message: noEstimateFor(legs) }] };
    }
    return {
      status: 'unavailable',
      reasons: flights.map(({ index, code }) => ({
        flight: index,
        // A service's own codes and words are not passed on: the page gets codes of this API only.
        code: isFlightProblemCode(code) ? code : 'no_estimate',
        message: noEstimateFor(legs.slice(index, index + 1)),
      })),
    };
  };
}

/** Returns the response if a flight has no figure in a requested cabin. */
export function noFigures(missing: readonly number[], legs: readonly Flight[]): UnavailableQuote {
  return {
    status: 'unavailable',
    reasons: missing.map((flight) => ({
      flight,
      code: 'no_figure_for_cabin',
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
