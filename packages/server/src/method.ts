import type { FigureNote, Method } from '@flight-offset/core';
import type { FlightEstimateResponse } from '@flight-offset/core/server';
import { readAddress } from './address.ts';
import type { Itinerary } from './itinerary.ts';
import { sourcesOf } from './sources.ts';

/** A method, and the publishers of its sources. */
export interface EstimateMethod extends Pick<Method, 'name' | 'version'> {
  /**
   * Authorities, agencies and projects in English, each once; the legs of the quote state what each published, and for
   * which period.
   */
  readonly publishers?: readonly string[];
}

/** Methods by which an itinerary was estimated: each once, in the order of the legs. */
export type EstimateMethods = readonly EstimateMethod[];

const SERVICE_ESTIMATE: Method = { name: 'Estimate of the emissions service', code: 'service_estimate' };

/** Maximum length of a name or version, characters: both travel in every token of the quote. */
const MAX_TEXT = 200;

function isStated(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && text.length <= MAX_TEXT;
}

/** The method of one result, as far as its estimator states it. */
function methodOfLeg({ modelVersion, methodUrl, methodName }: FlightEstimateResponse): Method {
  if (!isStated(modelVersion) || (methodName !== undefined && !isStated(methodName))) return SERVICE_ESTIMATE;
  return {
    // Only this project's engine states a version without a name.
    ...(methodName === undefined
      ? { name: 'Travel Impact Model 3.0 method, open data', code: 'travel_impact_model' as const }
      : { name: methodName }),
    version: modelVersion,
    ...(typeof methodUrl === 'string' && readAddress(methodUrl) && { url: methodUrl }),
  };
}

/** Groups results by method, in the order of the legs. */
function byMethod(
  results: readonly FlightEstimateResponse[],
): { method: Pick<Method, 'name' | 'version'>; results: FlightEstimateResponse[] }[] {
  const groups = new Map<string, ReturnType<typeof byMethod>[number]>();
  for (const result of results) {
    const { name, version } = methodOfLeg(result);
    const key = `${name} ${version}`;
    const group = groups.get(key) ?? {
      method: { name, ...(version !== undefined && { version }) },
      results: [],
    };
    group.results.push(result);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Returns the methods of results, for the order's receipt. */
export function methodsOf(results: readonly FlightEstimateResponse[]): EstimateMethods {
  return byMethod(results).map(({ method, results: own }) => {
    const publishers = [...new Set(own.flatMap(sourcesOf).map(({ publisher }) => publisher!))];
    return { ...method, ...(publishers.length > 0 && { publishers }) };
  });
}

/** Returns the method of the first leg, with a note of the others' methods if they differ. */
export function methodOf(results: readonly FlightEstimateResponse[]): Method {
  const [first] = results;
  if (!first) return SERVICE_ESTIMATE;
  const others = byMethod(results)
    .slice(1)
    .map(({ method }) => method);
  return {
    ...methodOfLeg(first),
    ...(others.length > 0 && { notes: [{ code: 'other_methods', methods: others }] }),
  };
}

/** Adds notes on everything in a figure beyond one cabin's flights. */
export function withNotes(method: Method, { travellers }: Itinerary, ground: number, visits: number): Method {
  const cabins = new Set(travellers.filter(({ kind }) => kind === 'seat').map(({ cabin }) => cabin));
  const notes: FigureNote[] = [
    ...(method.notes ?? []),
    ...(cabins.size > 1 ? [{ code: 'average_of_cabins' as const }] : []),
    ...(ground > 0
      ? [{ code: 'ground_handling' as const, gramsPerPassenger: ground, airportVisits: visits }]
      : []),
  ];
  return notes.length > 0 ? { ...method, notes } : method;
}
