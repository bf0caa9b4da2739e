import { calculateRequestSchema, type Flight, parse } from '@flight-offset/core';
import { calculateFlights, estimateFlights, UnsupportedFlightsError } from '@flight-offset/emissions';
import { answerJson } from '../http/answer.ts';
import { readCall, readInput, readJson } from '../http/api-call.ts';
import { Problem } from '../http/problem.ts';
import type { Routes } from '../http/routes.ts';
import { createRemembered } from './remembered.ts';
import { createTypical } from './typical.ts';

const NEEDS = { signature: true, platform: true } as const;

/**
 * What the engine says of flights.
 * @throws Problem 42201 which names every flight that cannot be estimated: a missing leg would under-charge.
 */
function reckon<T>(engine: (flights: readonly Flight[]) => T[], flights: readonly Flight[]): T[] {
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

/** Calculate, and the extension which answers the derivation too. */
export const emissionsRoutes: Routes = (gateway) => {
  const remembered = createRemembered();
  const typical = createTypical();

  return {
    '/api/calculate': {
      async POST(context) {
        const input = readJson(context, await readCall(gateway, context, NEEDS));
        const known = remembered.answer(input);
        if (known !== undefined) return answerJson(context, known);
        const { flights } = parse(calculateRequestSchema, input);
        return answerJson(context, remembered.keep(flights, reckon(calculateFlights, flights)));
      },
    },
    '/api/estimates': {
      async POST(context) {
        const call = await readCall(gateway, context, NEEDS);
        const { flights } = readInput(context, call, calculateRequestSchema);
        const answers = reckon(estimateFlights, flights);
        return context.json(answers.map((answer) => ({ ...answer, typical: typical(answer) })));
      },
    },
  };
};
