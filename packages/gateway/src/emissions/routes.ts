import { calculateRequestSchema, type Flight, parse } from '@flight-offset/core';
import { estimateFlights, type FlightEstimate, UnsupportedFlightsError } from '@flight-offset/emissions';
import { readCall, readInput, readJson } from '../http/api-call.ts';
import { Problem } from '../http/problem.ts';
import type { Routes } from '../http/routes.ts';
import { createRemembered, resultJson } from './remembered.ts';
import { createTypical } from './typical.ts';

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
export const emissionsRoutes: Routes = (gateway) => {
  const remembered = createRemembered();
  const typical = createTypical();
  const json = { 'content-type': 'application/json' };

  return {
    '/api/calculate': {
      async POST(context) {
        const input = readJson(context, await readCall(gateway, context, NEEDS));
        const known = remembered.answer(input);
        if (known !== undefined) return context.body(known, 200, json);
        const { flights } = parse(calculateRequestSchema, input);
        const answers = estimate(flights);
        remembered.keep(flights, answers);
        return context.body(`[${answers.map(resultJson).join(',')}]`, 200, json);
      },
    },
    '/api/estimates': {
      async POST(context) {
        const call = await readCall(gateway, context, NEEDS);
        const answers = estimate(readInput(context, call, calculateRequestSchema).flights);
        return context.json(answers.map((answer) => ({ ...answer, typical: typical(answer) })));
      },
    },
  };
};
