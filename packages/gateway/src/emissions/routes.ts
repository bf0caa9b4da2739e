import { calculateRequestSchema, parse } from '@flight-offset/core';
import { checkSignature } from '../credentials/authenticate.ts';
import { type ApiAccess, readCall, readInput, readJson } from '../http/api-call.ts';
import { requireJson } from '../http/body.ts';
import { respondJson } from '../http/respond.ts';
import type { Routes } from '../http/routes.ts';
import type { Calculator } from './calculator.ts';

/** Routes of calculate, and the extension that returns the derivation too. */
export const emissionsRoutes: Routes<ApiAccess> = (gateway) => {
  let loaded: Calculator | undefined;
  /**
   * The calculator's tables are a fifth of what a process would load at start: the first request that needs them loads
   * them.
   */
  const calculator = async (): Promise<Calculator> => {
    if (loaded) return loaded;
    // If that fails, as for lack of a file descriptor, the next request loads them again.
    const { createCalculator } = await import('./calculator.ts');
    loaded ??= createCalculator();
    return loaded;
  };

  return {
    '/api/calculate': {
      async POST(context) {
        const call = await readCall(gateway, context, { platform: true });
        const { responses, body: calculateBody, calculate } = await calculator();
        const { headers } = context.req.raw;
        const signed = { ...call, signature: headers.get('x-body-signature') ?? '' };
        // A kept request was verified: the same signature by the same key over the same bytes is valid.
        const known = responses.find(signed);
        if (known === undefined) await checkSignature(gateway.credentials, call.key, headers, call.body);
        requireJson(headers.get('content-type'));
        if (known !== undefined) return respondJson(context, known);
        const echoed = calculateBody.echo(call.body);
        const input = echoed ? undefined : readJson(context, call);
        const body = echoed ?? calculateBody.write(input);
        if (body !== undefined) {
          responses.keep(signed, body);
          return respondJson(context, body);
        }
        // Only an invalid request gets here: the schema, or else the engine, throws the error.
        const { flights } = parse(calculateRequestSchema, input);
        return respondJson(context, JSON.stringify(calculate(flights)));
      },
    },
    '/api/estimates': {
      async POST(context) {
        const call = await readCall(gateway, context, { signature: true, platform: true });
        const { flights } = readInput(context, call, calculateRequestSchema);
        const { estimate } = await calculator();
        return context.json(estimate(flights));
      },
    },
  };
};
