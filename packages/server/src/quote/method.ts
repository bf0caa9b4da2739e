import type { ContrailRisk, Method } from '@flight-offset/core';
import type { FlightEstimateResponse } from '@flight-offset/core/server';
import type { Itinerary } from './itinerary.ts';

/** How the figures of an itinerary were estimated: each method once, in the order of the legs. */
export type EstimateMethods = readonly Pick<Method, 'name' | 'version'>[];

/** The method of one result, as far as its estimator states it. */
function methodOfLeg({ modelVersion, methodUrl, methodName }: FlightEstimateResponse): Method {
  if (!modelVersion) return { name: 'Estimate of the emissions service' };
  return {
    name: typeof methodName === 'string' ? methodName : 'Travel Impact Model 3.0 method, open data',
    version: modelVersion,
    ...(methodUrl && { url: methodUrl }),
  };
}

/** The methods of some results, for the order: what a receipt states. */
export function methodsOf(results: readonly FlightEstimateResponse[]): EstimateMethods {
  const methods = new Map<string, EstimateMethods[number]>();
  for (const result of results) {
    const { name, version } = methodOfLeg(result);
    methods.set(`${name} ${version}`, { name, ...(version !== undefined && { version }) });
  }
  return [...methods.values()];
}

/** The method of the estimates: that of the first leg, and in the note those of the others where they differ. */
export function methodOf(results: readonly FlightEstimateResponse[]): Method {
  const [first] = results;
  if (!first) return { name: 'Estimate of the emissions service' };
  const [, ...others] = methodsOf(results);
  const note = others.map(({ name, version }) => (version ? `${name} ${version}` : name)).join(', ');
  return { ...methodOfLeg(first), ...(note && { note: `Some flights: ${note}.` }) };
}

/** Says in the method's note what a figure holds beyond one cabin's flights: nothing is added in silence. */
export function withNotes(
  method: Method,
  { travellers }: Itinerary,
  ground: number,
  visits: number,
  contrails: ContrailRisk | undefined,
): Method {
  const cabins = new Set(travellers.filter(({ kind }) => kind === 'seat').map(({ cabin }) => cabin));
  const notes = [
    method.note,
    cabins.size > 1 ? 'The figure a passenger is the average over all cabins.' : undefined,
    ground > 0
      ? `Includes ground handling: ${ground / 1000} kg a passenger for ${visits} airport visits.`
      : undefined,
    contrails && `Contrails (${contrails.method}): ${contrails.risk} risk, not part of the figure.`,
  ].filter((note) => note !== undefined);
  return notes.length > 0 ? { ...method, note: notes.join(' ') } : method;
}
