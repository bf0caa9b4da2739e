import type { Flight } from '@flight-offset/core';
import { calculateFlights, estimateFlights, UnsupportedFlightsError } from '@flight-offset/emissions';
import { Problem } from '../problem.ts';
import { type CalculateBody, createCalculateBody } from './calculate-body.ts';
import { createResponseMemory, type ResponseMemory } from './response-memory.ts';
import { createTypical, type Typical } from './typical.ts';

/** The engine of emissions, for requests. */
export interface Calculator {
  /** Responses to earlier requests. */
  readonly responses: ResponseMemory;
  /** Writes the body of a calculate response. */
  readonly body: CalculateBody;
  /** @throws Problem 42201 that names every flight that cannot be estimated. */
  calculate(flights: readonly Flight[]): ReturnType<typeof calculateFlights>;
  /**
   * Returns estimates with their derivation, and typical emissions on each route. @throws Problem 42201, as
   * `calculate`.
   */
  estimate(
    flights: readonly Flight[],
  ): (ReturnType<typeof estimateFlights>[number] & { readonly typical: Typical })[];
}

/** Creates an engine that keeps estimates from request to request. */
export function createCalculator(): Calculator {
  const typical = createTypical();
  return {
    responses: createResponseMemory(),
    body: createCalculateBody(),
    calculate: (flights) => runEngine(calculateFlights, flights),
    estimate: (flights) =>
      runEngine(estimateFlights, flights).map((one) => ({ ...one, typical: typical(one) })),
  };
}

/**
 * Returns the engine's results for flights.
 * @throws Problem 42201 that names every flight that cannot be estimated: a missing leg would under-charge.
 */
function runEngine<T>(engine: (flights: readonly Flight[]) => T[], flights: readonly Flight[]): T[] {
  try {
    return engine(flights);
  } catch (error) {
    if (!(error instanceof UnsupportedFlightsError)) throw error;
    const named = error.flights
      .slice(0, 5)
      .map(({ index, field, message }) => `flights[${index}].${field}: ${message}`);
    const rest = error.flights.length - named.length;
    const message = named.join('; ') + (rest > 0 ? `; and ${rest} more` : '');
    throw new Problem(42201, message, { flights: error.flights });
  }
}
