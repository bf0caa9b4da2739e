import {
  aircraftCandidateSchema,
  type Cabin,
  type Comparison,
  MAX_ORDER_GRAMS,
  type QuotedLeg,
  type Travellers,
  typicalMethodSchema,
} from '@flight-offset/core';
import type { FlightEstimateResponse } from '@flight-offset/core/server';
import * as z from 'zod';
import type { Itinerary } from '../itinerary.ts';
import { sourcesOf } from '../sources.ts';

/** Figures of an itinerary in grams of CO2e, flights only. */
export interface Figures {
  readonly legs: readonly QuotedLeg[];
  /** Average of a traveller with a seat; exact if all sit in one cabin. */
  readonly perPassenger: number;
  /** Over all travellers. */
  readonly total: number;
  readonly range?: { readonly low: number; readonly high: number };
  readonly comparison?: Comparison;
}

/** Within a tenth of the typical figure counts as typical. */
const TYPICAL_BAND = 0.1;

type CabinGrams = { readonly [C in Cabin]?: number | undefined };

/** Averages of a leg per traveller with a seat, in exact grams; undefined if a cabin has no figure. */
interface Means {
  readonly grams: number | undefined;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly typical: number | undefined;
}

/**
 * Adds up the service's results over legs and travellers.
 * @returns the positions of the legs without a figure in a requested cabin, if there are any.
 */
export function figuresOf(
  itinerary: Itinerary,
  results: readonly FlightEstimateResponse[],
  infantFraction: number,
): Figures | { readonly missing: readonly number[] } {
  const { legs, travellers, seated } = itinerary;
  const seats = travellers.filter(({ kind }) => kind === 'seat');
  const mean = (grams: CabinGrams | undefined): number | undefined => average(seats, seated, grams);
  const means = results.map(({ emissionsGramsPerPax, interval, typical }) => ({
    grams: mean(emissionsGramsPerPax),
    low: mean(interval?.low),
    high: mean(interval?.high),
    typical: mean(typical?.emissionsGramsPerPax),
  }));
  const missing = means.flatMap(({ grams }, index) => (grams === undefined ? [index] : []));
  if (missing.length > 0) return { missing };

  const exact = addUp(means.map(({ grams }) => grams)) ?? 0;
  const comparison = compare(exact, addUp(means.map(({ typical }) => typical)), results);
  return {
    legs: legs.map((flight, index) => quotedLeg(flight, means[index]!, results[index]!)),
    perPassenger: Math.round(exact),
    total: total(travellers, results, infantFraction),
    ...rangeOf(addUp(means.map(({ low }) => low)), addUp(means.map(({ high }) => high))),
    ...(comparison && { comparison }),
  };
}

/** Returns grams of the average traveller with a seat; undefined if a cabin has no figure. */
function average(
  seats: readonly Travellers[],
  seated: number,
  grams: CabinGrams | undefined,
): number | undefined {
  let sum = 0;
  for (const { cabin, count } of seats) {
    const figure = grams?.[cabin];
    // Every flight emits something: a zero means that the aircraft has no such cabin. Extensions may hold anything.
    if (typeof figure !== 'number' || !(figure > 0 && figure <= MAX_ORDER_GRAMS)) return undefined;
    sum += figure * count;
  }
  return sum / seated;
}

function addUp(values: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

function total(
  travellers: readonly Travellers[],
  results: readonly FlightEstimateResponse[],
  infantFraction: number,
): number {
  const exact = travellers.reduce((sum, { cabin, kind, count }) => {
    const each = results.reduce(
      (grams, { emissionsGramsPerPax }) => grams + (emissionsGramsPerPax[cabin] ?? 0),
      0,
    );
    // One traveller's figure is rounded to grams before it is multiplied, so that the page's own sum agrees.
    return sum + Math.round(each) * count * (kind === 'infant_on_lap' ? infantFraction : 1);
  }, 0);
  return Math.round(exact);
}

/** Other details of an aircraft are not for the page. */
const shownAircraftSchema = z.array(
  aircraftCandidateSchema.pick({ icao: true, name: true, body: true, share: true }),
);

function quotedLeg(
  flight: QuotedLeg['flight'],
  { grams = 0, low, high, typical: usual }: Means,
  result: FlightEstimateResponse,
): QuotedLeg {
  const { typical } = result;
  const aircraft = shownAircraftSchema.safeParse(result.aircraft);
  const sources = sourcesOf(result);
  return {
    flight,
    gramsPerPassenger: Math.round(grams),
    ...rangeOf(low, high),
    ...(aircraft.success && { aircraft: aircraft.data }),
    ...(usual !== undefined && typical && { comparison: comparisonOf(grams, usual, [typical]) }),
    ...(sources.length > 0 && { sources }),
  };
}

function rangeOf(low: number | undefined, high: number | undefined): Pick<Figures, 'range'> {
  return low === undefined || high === undefined
    ? {}
    : { range: { low: Math.round(low), high: Math.round(high) } };
}

/** Compares an itinerary only if each of its legs has a comparison by the same method. */
function compare(
  grams: number,
  typical: number | undefined,
  results: readonly FlightEstimateResponse[],
): Comparison | undefined {
  // A service may state anything as `typical`; if there is a sum, each is an object.
  if (typical === undefined) return undefined;
  const legs = results.flatMap((result) => result.typical ?? []);
  const methods = new Set(legs.map(({ method }) => method));
  if (methods.size > 1) return undefined;
  return comparisonOf(grams, typical, legs);
}

function comparisonOf(
  grams: number,
  typical: number,
  legs: readonly { readonly method?: unknown; readonly carriers?: unknown }[],
): Comparison {
  // A method in a service's own words is not for the page.
  const method = typicalMethodSchema.safeParse(legs[0]?.method);
  const carriers = common(legs.map((leg) => leg.carriers));
  return {
    level: levelOf(grams, typical),
    typicalGramsPerPassenger: Math.round(typical),
    ...(method.success && { method: method.data }),
    ...(method.success &&
      Number.isSafeInteger(carriers) &&
      Number(carriers) > 0 && { carriers: Number(carriers) }),
  };
}

function levelOf(grams: number, typical: number): Comparison['level'] {
  if (grams < typical * (1 - TYPICAL_BAND)) return 'lower';
  return grams > typical * (1 + TYPICAL_BAND) ? 'higher' : 'typical';
}

/** Returns the value that all have in common; undefined if they differ. */
function common(values: readonly unknown[]): unknown {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}
