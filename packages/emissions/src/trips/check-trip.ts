/** Checks a trip from any source, and expands its legs. */
import type { Cabin, DepartureDate } from '@flight-offset/core';
import { CABINS } from '../aircraft/seats.ts';
import { dateText } from '../flight/date-text.ts';
import type { FlightInput } from '../flight/flight-input.ts';
import { flightProblems } from '../flight/flight-problems.ts';
import { type Fields, isFields } from '../flight/flight-refusal.ts';
import {
  isFlight,
  MAX_GROUPS,
  MAX_LEGS,
  MAX_TRAVELLERS,
  type TripInput,
  type TripLeg,
  type TripTravellers,
} from './trip.ts';
import { type TripProblem, UnsupportedTripError } from './trip-problem.ts';

/** A trip with its legs in both directions and its travellers. */
export interface CheckedTrip {
  readonly id: string | undefined;
  readonly legs: readonly TripLeg[];
  readonly travellers: readonly TripTravellers[];
}

const ONE_TRAVELLER: readonly TripTravellers[] = [{ cabin: 'economy', count: 1 }];

function invalid(field: string, must: string): TripProblem {
  return { code: 'invalid_value', field, message: `must be ${must}.` };
}

/** Returns the problems of the shape of a list of legs, stops or travellers; none if every item can be checked. */
function listProblems(list: unknown, field: string, least: number, most: number): TripProblem[] {
  if (!Array.isArray(list) || list.length < least || list.length > most)
    return [invalid(field, `a list of ${least} to ${most}`)];
  return [];
}

/** A valid flight, to check a leg's airports with. */
const ANY_FLIGHT = {
  operatingCarrierCode: 'LX',
  flightNumber: 1,
  departureDate: { year: 2026, month: 10, day: 15 },
} as const;

function legProblems(leg: unknown, path: string): TripProblem[] {
  if (!isFields(leg)) return [invalid(path, 'an object with origin and destination')];
  const flight = isFlight(leg as unknown as TripLeg) ? leg : { ...ANY_FLIGHT, ...leg };
  return flightProblems(flight as unknown as FlightInput).map((problem) => ({
    ...problem,
    field: `${path}.${problem.field}`,
  }));
}

function travellerProblems(group: unknown, path: string): TripProblem[] {
  if (!isFields(group)) return [invalid(path, 'an object with cabin and count')];
  const problems: TripProblem[] = [];
  if (!CABINS.includes(group.cabin as Cabin)) problems.push(invalid(`${path}.cabin`, CABINS.join(', ')));
  const { count } = group;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_TRAVELLERS)
    problems.push(invalid(`${path}.count`, `a whole number from 1 to ${MAX_TRAVELLERS}`));
  return problems;
}

function legsOfStops(stops: readonly unknown[]): TripLeg[] {
  return stops.slice(1).map((stop, at) => ({ origin: stops[at] as string, destination: stop as string }));
}

function reversed(leg: TripLeg, date: TripInput['returnDate']): TripLeg {
  const back = { ...leg, origin: leg.destination, destination: leg.origin };
  return date !== undefined && isFlight(back) ? { ...back, departureDate: date } : back;
}

/** Returns the outbound legs, or their problems. */
function outbound(trip: Fields): { legs: readonly TripLeg[] } | { problems: TripProblem[] } {
  const { legs, stops } = trip;
  if ((legs === undefined) === (stops === undefined))
    return { problems: [{ code: 'invalid_value', field: 'legs', message: 'give either legs or stops.' }] };
  const problems =
    legs === undefined
      ? listProblems(stops, 'stops', 2, MAX_LEGS + 1)
      : listProblems(legs, 'legs', 1, MAX_LEGS);
  if (problems.length > 0) return { problems };
  return { legs: legs === undefined ? legsOfStops(stops as unknown[]) : (legs as TripLeg[]) };
}

/**
 * Checks a trip. @returns The trip with every leg expanded.
 * @throws UnsupportedTripError that lists every fault with its path.
 */
export function checkTrip(trip: TripInput): CheckedTrip {
  if (!isFields(trip)) throw new UnsupportedTripError([invalid('trip', 'an object with legs or stops')]);
  const { id, returnDate, travellers = ONE_TRAVELLER } = trip as TripInput;
  const there = outbound(trip);
  if ('problems' in there) throw new UnsupportedTripError([...there.problems, ...optionProblems(trip)]);
  refuseAny([...optionProblems(trip), ...problemsOfLegs(there.legs, 0)]);
  const back = wayBack(there.legs, trip);
  refuseAny([
    ...(returnDate === undefined ? [] : earlyReturn(there.legs, returnDate)),
    // An airport may be closed on the day of the return.
    ...problemsOfLegs(back, there.legs.length),
  ]);
  return { id, legs: [...there.legs, ...back], travellers };
}

/** @param first Index of the first of these legs in the trip. */
function problemsOfLegs(legs: readonly TripLeg[], first: number): TripProblem[] {
  return legs.flatMap((leg, at) => legProblems(leg, `legs[${first + at}]`));
}

function refuseAny(problems: readonly TripProblem[]): void {
  if (problems.length > 0) throw new UnsupportedTripError(problems);
}

/** Returns the problems of everything but the legs. */
function optionProblems(trip: Fields): TripProblem[] {
  const { id, roundTrip, returnDate, travellers = ONE_TRAVELLER } = trip;
  const problems: TripProblem[] = [];
  if (id !== undefined && typeof id !== 'string') problems.push(invalid('id', 'text'));
  if (roundTrip !== undefined && typeof roundTrip !== 'boolean')
    problems.push(invalid('roundTrip', 'true or false'));
  // A caller with the American spelling would get the figure of one traveller.
  if ('travelers' in trip) problems.push(invalid('travelers', 'spelled travellers'));
  problems.push(...travellersProblems(travellers));
  if (returnDate !== undefined) problems.push(...dateProblems(returnDate));
  return problems;
}

function travellersProblems(travellers: unknown): TripProblem[] {
  const problems = listProblems(travellers, 'travellers', 1, MAX_GROUPS);
  if (problems.length > 0) return problems;
  return (travellers as unknown[]).flatMap((group, at) => travellerProblems(group, `travellers[${at}]`));
}

/** Returns the legs of the way back; none of a one-way trip. */
function wayBack(legs: readonly TripLeg[], { roundTrip, returnDate }: TripInput): TripLeg[] {
  if (roundTrip !== true && returnDate === undefined) return [];
  return legs.toReversed().map((leg) => reversed(leg, returnDate));
}

const DAY_MS = 86_400_000;
const timeOf = ({ year, month, day }: DepartureDate): number => Date.UTC(year, month - 1, day);

/** Finds a return before one of the outbound flights; across the date line the calendar may be a day behind. */
function earlyReturn(legs: readonly TripLeg[], returnDate: DepartureDate): TripProblem[] {
  const at = legs.findIndex(
    (leg) => isFlight(leg) && timeOf(leg.departureDate) - timeOf(returnDate) > DAY_MS,
  );
  if (at < 0) return [];
  const { departureDate } = legs[at] as FlightInput;
  const message = `returnDate is before ${dateText(departureDate)}, the day of legs[${at}]. Check both dates.`;
  return [{ code: 'invalid_value', field: 'returnDate', message }];
}

function dateProblems(returnDate: unknown): TripProblem[] {
  const flight = { ...ANY_FLIGHT, origin: 'ZRH', destination: 'SFO', departureDate: returnDate };
  return flightProblems(flight as unknown as FlightInput).map((problem) => ({
    ...problem,
    field: problem.field.replace('departureDate', 'returnDate'),
    message: problem.message.replaceAll('departureDate', 'returnDate'),
  }));
}
