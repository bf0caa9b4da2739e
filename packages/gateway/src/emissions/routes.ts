import { calculateRequestSchema, type Flight } from '@flight-offset/core';
import { estimateFlights, type FlightEstimate, UnsupportedFlightsError } from '@flight-offset/emissions';
import type { Context } from 'hono';
import type { Gateway } from '../gateway-context.ts';
import { readCall, readInput } from '../http/api-call.ts';
import { Problem } from '../http/problem.ts';
import type { Env, Routes } from '../http/routes.ts';

const NEEDS = { signature: true, platform: true } as const;

/** @throws Problem 42201 which names every flight that cannot be estimated: a missing leg would under-charge. */
function estimate(flights: Flight[]): FlightEstimate[] {
  try {
    return estimateFlights(flights);
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

/** Calculate, and the extension which answers the derivation too. */
export const emissionsRoutes: Routes = (gateway: Gateway) => {
  async function estimates(context: Context<Env>): Promise<FlightEstimate[]> {
    const call = await readCall(gateway, context, NEEDS);
    return estimate(readInput(context, call, calculateRequestSchema).flights);
  }
  return {
    '/api/calculate': {
      async POST(context) {
        const answers = await estimates(context);
        return context.json(
          answers.map(({ flight, emissionsGramsPerPax }) => ({ flight, emissionsGramsPerPax })),
        );
      },
    },
    '/api/estimates': {
      async POST(context) {
        return context.json(await estimates(context));
      },
    },
  };
};
