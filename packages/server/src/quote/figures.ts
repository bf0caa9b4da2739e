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
  /** Average of a traveller with a seat; exact where all sit in one cabin. */
  readonly perPassenger: number;
  /** Over all travellers. */
  readonly total: number;
  readonly range?: { readonly low: number; readonly high: number };
  readonly comparison?: Comparison;
}

/** Within a tenth of the typical figure counts as typical. */
const TYPICAL_BAND = 0.1;

type CabinGrams = { readonly [C in Cabin]?: number | undefined };

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
  const perLeg = results.map((result) => average(seats, seated, result.emissionsGramsPerPax));
  const missing = perLeg.flatMap((grams, index) => (grams === undefined ? [index] : []));
  if (missing.length > 0) return { missing };

  const low = addUp(results.map(({ interval }) => average(seats, seated, interval?.low)));
  const high = addUp(results.map(({ interval }) => average(seats, seated, interval?.high)));
  const typical = addUp(
    results.map((result) => average(seats, seated, result.typical?.emissionsGramsPerPax)),
  );
  const exact = addUp(perLeg) ?? 0;
  const comparison = compare(exact, typical, results);
  return {
    legs: legs.map((flight, index) => quotedLeg(flight, perLeg[index] ?? 0, results[index]!, seats, seated)),
    perPassenger: Math.round(exact),
    total: total(travellers, results, infantFraction),
    ...(low !== undefined &&
      high !== undefined && { range: { low: Math.round(low), high: Math.round(high) } }),
    ...(comparison && { comparison }),
  };
}

/** Grams of the average traveller with a seat; undefined where a cabin has no figure. */
function average(
  seats: readonly Travellers[],
  seated: number,
  grams: CabinGrams | undefined,
): number | undefined {
  let sum = 0;
  for (const { cabin, count } of seats) {
    const figure = grams?.[cabin];
    // No flight emits nothing: by a zero a service states that the aircraft has no such cabin. Extensions may hold anything.
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
    // One traveller's figure is whole grams before it is multiplied, so that the page's own sum agrees.
    return sum + Math.round(each) * count * (kind === 'infant_on_lap' ? infantFraction : 1);
  }, 0);
  return Math.round(exact);
}

/** What else a service returns of an aircraft is not for the page. */
const shownAircraftSchema = z.array(
  aircraftCandidateSchema.pick({ icao: true, name: true, body: true, share: true }),
);

function quotedLeg(
  flight: QuotedLeg['flight'],
  grams: number,
  result: FlightEstimateResponse,
  seats: readonly Travellers[],
  seated: number,
): QuotedLeg {
  const { interval, typical } = result;
  const aircraft = shownAircraftSchema.safeParse(result.aircraft);
  const sources = sourcesOf(result);
  const low = average(seats, seated, interval?.low);
  const high = average(seats, seated, interval?.high);
  const usual = average(seats, seated, typical?.emissionsGramsPerPax);
  return {
    flight,
    gramsPerPassenger: Math.round(grams),
    ...(low !== undefined &&
      high !== undefined && { range: { low: Math.round(low), high: Math.round(high) } }),
    ...(aircraft.success && { aircraft: aircraft.data }),
    ...(usual !== undefined && typical && { comparison: comparisonOf(grams, usual, [typical]) }),
    ...(sources.length > 0 && { sources }),
  };
}

/** An itinerary is compared only where each of its legs is, by the same method. */
function compare(
  grams: number,
  typical: number | undefined,
  results: readonly FlightEstimateResponse[],
): Comparison | undefined {
  const legs = results.flatMap((result) => result.typical ?? []);
  const methods = new Set(legs.map(({ method }) => method));
  if (typical === undefined || legs.length < results.length || methods.size > 1) return undefined;
  return comparisonOf(grams, typical, legs);
}

function comparisonOf(
  grams: number,
  typical: number,
  legs: readonly { readonly method?: unknown; readonly carriers?: unknown }[],
): Comparison {
  const level =
    grams < typical * (1 - TYPICAL_BAND)
      ? 'lower'
      : grams > typical * (1 + TYPICAL_BAND)
        ? 'higher'
        : 'typical';
  // A method in a service's own words is not for the page.
  const method = typicalMethodSchema.safeParse(legs[0]?.method);
  const carriers = common(legs.map((leg) => leg.carriers));
  return {
    level,
    typicalGramsPerPassenger: Math.round(typical),
    ...(method.success && { method: method.data }),
    ...(method.success &&
      Number.isSafeInteger(carriers) &&
      Number(carriers) > 0 && { carriers: Number(carriers) }),
  };
}

/** The value that all have in common; undefined where they differ. */
function common(values: readonly unknown[]): unknown {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}
