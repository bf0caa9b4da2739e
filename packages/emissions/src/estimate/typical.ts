/** Typical emissions between two airports, to compare a flight with. */
import type { TypicalMethod } from '@flight-offset/core';
import { byCabin } from '../aircraft/cabin-weights.ts';
import { airportCountryIndex } from '../airports/airports.ts';
import { createCandidates } from '../candidates/candidates.ts';
import { addFleet } from '../candidates/fleet-candidates.ts';
import { brandOf, carrierCodes, lastDayOf, NO_LAST_DAY } from '../carriers/carriers.ts';
import { carrierFleet } from '../fleets/fleet.ts';
import { type CheckedFlight, checkFlight, type FlightInput } from '../flight/flight-input.ts';
import { UnsupportedFlightsError } from '../flight/problem.ts';
import type { FactorLookup } from '../statistics/distance-factor.ts';
import { routeCarriers, routeDepartures } from '../statistics/route-types.ts';
import { flightDistance } from './chain.ts';
import type { GramsPerCabin } from './flight-estimate.ts';
import { cabinGrams } from './point-estimate.ts';
import { weightedMedian } from './weighted-median.ts';

/** Typical emissions of a route. */
export interface TypicalEmissions {
  /** CO2e, well-to-wake, whole grams per passenger by cabin. */
  readonly emissionsGramsPerPax: GramsPerCabin;
  /** Distance flown, km. */
  readonly distanceKm: number;
  /** Number of carriers behind the figure; 0 for the world's mix. */
  readonly carriers: number;
  /** Method of calculation. */
  readonly method: TypicalMethod;
  /** The method in one English sentence, for reports. */
  readonly description: string;
}

/** Finds the carriers (IATA codes) that fly between two airports by index; none if nothing is known of the route. */
export type CarrierLookup = (from: number, to: number) => readonly string[];

/** A carrier with how much it flies the route. */
interface Market {
  readonly carrier: string;
  readonly weight: number;
}

/** No carrier has this code, so that its fleet is unknown. */
const NOBODY = '00';

const stillFlies = (carrier: string): boolean => lastDayOf(carrier) === NO_LAST_DAY;

/** Returns the carriers with departures on the route in T-100 that still fly. */
function carriersFiled(from: number, to: number): Market[] {
  return routeCarriers().flatMap((carrier) => {
    const departures = routeDepartures(carrier, from, to) ?? [];
    const weight = departures.reduce((sum, count, i) => (i % 2 === 1 ? sum + count : sum), 0);
    return weight > 0 && stillFlies(carrier) ? [{ carrier, weight }] : [];
  });
}

/**
 * Returns the carriers known on the route that still fly; carriers under a brand's numbers count as the brand. All have
 * equal weight: in T-100 that is nearer to the departures than the number of their callsigns.
 */
function carriersKnown(flight: CheckedFlight, carriersBetween: CarrierLookup): Market[] {
  const flying = carriersBetween(flight.from, flight.to).filter(stillFlies);
  return [...new Set(flying.map((carrier) => brandOf(carrier) ?? carrier))].map((carrier) => ({
    carrier,
    weight: 1,
  }));
}

/**
 * Returns the carriers that still fly and are at home in either country, weighted by how much of their fleet suits the
 * route; carriers under a brand's numbers count as the brand.
 */
function carriersAtHome(flight: CheckedFlight, homes: ReadonlySet<number>, km: number): Market[] {
  const markets: Market[] = [];
  for (const carrier of carrierCodes()) {
    const fleet = carrierFleet(carrier);
    if (!fleet || !homes.has(fleet.home) || !stillFlies(carrier) || brandOf(carrier) !== undefined) continue;
    const weight = addFleet(createCandidates(), fleet, { ...flight, carrier, fleet }, km);
    markets.push({ carrier, weight });
  }
  return markets;
}

/** Carriers that make up less than this of the market are left out. */
const MIN_PART = 0.01;

/** Returns the carriers whose median is typical: those with a large enough part of the market. */
function significantMarkets(markets: readonly Market[]): Market[] {
  const total = markets.reduce((sum, { weight }) => sum + weight, 0);
  return markets.filter(({ weight }) => weight >= MIN_PART * total);
}

function medianOver(markets: readonly Market[], flight: CheckedFlight, pairs: FactorLookup): GramsPerCabin {
  const estimates = markets.map(({ carrier, weight }) => ({
    grams: cabinGrams({ ...flight, carrier, fleet: carrierFleet(carrier) }, pairs),
    weight,
  }));
  return byCabin((cabin) =>
    weightedMedian(estimates.map(({ grams, weight }) => ({ value: grams[cabin], weight }))),
  );
}

/** The carriers whose median is typical, and its description: for one carrier, and for several, with their weights. */
interface MarketChoice {
  readonly markets: readonly Market[];
  readonly method: TypicalMethod;
  readonly one: string;
  readonly several: (count: number) => string;
}

/** Returns the carriers of a route, from the most specific source that knows any. */
function marketsOf(flight: CheckedFlight, km: number, carriersBetween: CarrierLookup): MarketChoice {
  const filed = carriersFiled(flight.from, flight.to);
  if (filed.length > 0)
    return {
      markets: filed,
      method: 'carriers_on_route',
      one: 'Figure of the one carrier with departures on the route in US DOT T-100.',
      several: (count) =>
        `Median over the ${count} carriers with departures on the route in US DOT T-100, weighted by departures.`,
    };
  const known = carriersKnown(flight, carriersBetween);
  if (known.length > 0)
    return {
      markets: known,
      method: 'carriers_on_route',
      one: 'Figure of the one carrier that flies the route by the VRS standing data of August 2026.',
      several: (count) =>
        `Median over the ${count} carriers that fly the route by the VRS standing data of August 2026, all weighted equally.`,
    };
  const homes = new Set([airportCountryIndex(flight.from), airportCountryIndex(flight.to)]);
  return {
    markets: carriersAtHome(flight, homes, km),
    method: 'carriers_at_home',
    one: 'Figure of the one carrier at home in either country whose fleet suits the distance.',
    several: (count) =>
      `Median over the ${count} carriers at home in either country, weighted by how much of their fleets suits the distance.`,
  };
}

/**
 * Returns typical emissions between two airports (IATA codes), regardless of the carrier: the median over the carriers
 * on the route, weighted by departures if T-100 has it, equally if `carriersBetween` knows them; else over the carriers
 * at home in either country, weighted by how much of their fleets suits the distance; without any carrier the world's
 * mix of types. Of two carriers with equal weight the median is the lower figure. Loads are those of an ordinary month
 * (October).
 * @throws UnsupportedFlightsError if a code is not an open airport.
 */
export function typicalOf(
  origin: string,
  destination: string,
  pairFactor: FactorLookup,
  carriersBetween: CarrierLookup,
): TypicalEmissions {
  const given: FlightInput = {
    origin,
    destination,
    operatingCarrierCode: 'ZZ',
    flightNumber: 1,
    departureDate: { year: 2026, month: 10, day: 15 },
  };
  const checked = checkFlight(given);
  if ('code' in checked) throw new UnsupportedFlightsError([{ index: 0, ...checked }]);
  const flight: CheckedFlight = { ...checked, carrier: NOBODY, fleet: undefined };
  const distance = flightDistance(flight, pairFactor);
  const distanceKm = Math.round(distance.flownKm * 10) / 10;
  const choice = marketsOf(flight, distance.greatCircleKm, carriersBetween);
  const { method, one, several } = choice;
  const markets = significantMarkets(choice.markets);
  if (markets.length > 0)
    return {
      emissionsGramsPerPax: medianOver(markets, flight, pairFactor),
      distanceKm,
      carriers: markets.length,
      method,
      description: markets.length === 1 ? one : several(markets.length),
    };
  const emissionsGramsPerPax = cabinGrams(flight, pairFactor);
  const description = 'Mix of aircraft types that carriers of the world fly at this distance.';
  return { emissionsGramsPerPax, distanceKm, carriers: 0, method: 'world_mix', description };
}
