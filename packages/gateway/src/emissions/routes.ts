import { calculateRequestSchema, type Flight, parse } from '@flight-offset/core';
import { calculateFlights, estimateFlights, UnsupportedFlightsError } from '@flight-offset/emissions';
import { checkSignature } from '../credentials/authenticate.ts';
import { type ApiAccess, readCall, readInput, readJson } from '../http/api-call.ts';
import { requireJson } from '../http/body.ts';
import { respondJson } from '../http/respond.ts';
import type { Routes } from '../http/routes.ts';
import { Problem } from '../problem.ts';
import { createCalculateBody } from './calculate-body.ts';
import { createResponseMemory } from './response-memory.ts';
import { createTypical } from './typical.ts';

/**
 * The results of the engine for flights.
 * @throws Problem 42201 which names every flight that cannot be estimated: a missing leg would under-charge.
 */
function calculated<T>(engine: (flights: readonly Flight[]) => T[], flights: readonly Flight[]): T[] {
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

/** Calculate, and the extension which returns the derivation too. */
export const emissionsRoutes: Routes<ApiAccess> = (gateway) => {
  const calculateBody = createCalculateBody();
  const responses = createResponseMemory();
  const typical = createTypical();

  return {
    '/api/calculate': {
      async POST(context) {
        const call = await readCall(gateway, context, { platform: true });
        const { headers } = context.req.raw;
        const signed = { ...call, signature: headers.get('x-body-signature') ?? '' };
        // What is kept was verified: the same signature by the same key of the same bytes is valid.
        const known = responses.find(signed);
        if (known === undefined) await checkSignature(gateway.credentials, call.key, headers, call.body);
        requireJson(headers.get('content-type'));
        if (known !== undefined) return respondJson(context, known);
        const input = readJson(context, call);
        const body = calculateBody.write(input);
        if (body !== undefined) {
          responses.keep(signed, body);
          return respondJson(context, body);
        }
        // Only an invalid request gets here: the schema, or else the engine, throws with what is wrong.
        const { flights } = parse(calculateRequestSchema, input);
        return respondJson(context, JSON.stringify(calculated(calculateFlights, flights)));
      },
    },
    '/api/estimates': {
      async POST(context) {
        const call = await readCall(gateway, context, { signature: true, platform: true });
        const { flights } = readInput(context, call, calculateRequestSchema);
        const estimates = calculated(estimateFlights, flights);
        return context.json(estimates.map((one) => ({ ...one, typical: typical(one) })));
      },
    },
  };
};
