import type { Method } from '@flight-offset/core';
import type { FlightEstimateResponse } from '@flight-offset/core/server';
import type { Itinerary } from './itinerary.ts';

/** The method of the estimates, as far as the service tells it. */
export function methodOf(results: readonly FlightEstimateResponse[]): Method {
  const [first] = results;
  if (!first?.modelVersion) return { name: 'Estimate of the emissions service' };
  return {
    name: 'Travel Impact Model 3.0 method, open data',
    version: first.modelVersion,
    ...(first.methodUrl && { url: first.methodUrl }),
  };
}

/** Says in the method's note what a figure holds beyond one cabin's flights: nothing is added in silence. */
export function withNotes(method: Method, { travellers }: Itinerary, ground: number, visits: number): Method {
  const cabins = new Set(travellers.filter(({ kind }) => kind === 'seat').map(({ cabin }) => cabin));
  const notes = [
    method.note,
    cabins.size > 1 ? 'The figure a passenger is the average over all cabins.' : undefined,
    ground > 0
      ? `Includes ground handling: ${ground / 1000} kg a passenger for ${visits} airport visits.`
      : undefined,
  ].filter((note) => note !== undefined);
  return notes.length > 0 ? { ...method, note: notes.join(' ') } : method;
}
