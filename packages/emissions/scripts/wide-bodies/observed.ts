/**
 * Routes of T-100 on which a carrier might fly either body: observed departures, and those expected from its fleet
 * alone.
 */
import { aircraftTypes } from '../../src/aircraft/aircraft.ts';
import { airportIndex } from '../../src/airports/airport-codes.ts';
import { airportConnections, airportCountry } from '../../src/airports/airports.ts';
import { carrierHome } from '../../src/carriers/carriers.ts';
import { CHOICES } from '../accuracy/choices.ts';
import { withVariant } from '../accuracy/variant.ts';
import { numberOf, textOf } from '../build/csv.ts';
import { sourceTable } from '../build/sources.ts';

/** One carrier on one route, both directions together. */
export interface ObservedRoute {
  readonly carrier: string;
  /** Connections of the airport away from the carrier's country, else of the smaller one. */
  readonly connections: number;
  /** Part of the departures flown by wide bodies. */
  readonly observed: number;
  /** The same as expected from the fleet and its distances alone. */
  readonly expected: number;
}

/** Fewer departures than this in the month, both ways, show little. */
const ENOUGH_DEPARTURES = 8;
/** If one body is less likely than this on a route, the route leaves nothing open. */
const UNLIKELY = 0.03;
/** Rules to remove so that only the fleet decides. */
const RULES = ['no size of airports for wide bodies', 'no route data of T-100'];

function departures(): Map<string, { all: number; wide: number }> {
  const bodies = new Map(aircraftTypes().map(({ icao, body }) => [icao, body]));
  const routes = new Map<string, { all: number; wide: number }>();
  for (const row of sourceTable('t100_route_types.csv')) {
    const body = bodies.get(textOf(row, 'icao'));
    const ends = [textOf(row, 'origin'), textOf(row, 'destination')].sort();
    const carrier = textOf(row, 'carrier');
    if (!body || carrier.length !== 2 || ends.some((code) => airportIndex(code) < 0)) continue;
    const key = [carrier, ...ends].join(' ');
    const route = routes.get(key) ?? { all: 0, wide: 0 };
    route.all += numberOf(row, 'departures');
    if (body === 'wide') route.wide += numberOf(row, 'departures');
    routes.set(key, route);
  }
  return routes;
}

function connectionsOf(carrier: string, ends: readonly string[]): number {
  const home = carrierHome(carrier);
  const away = ends.filter((code) => airportCountry(airportIndex(code)) !== home);
  const counted = away.length === 1 ? away : ends;
  return Math.min(...counted.map((code) => airportConnections(airportIndex(code))));
}

/** Returns the routes of T-100 on which the carrier's fleet leaves the body open. */
export function observedRoutes(): Promise<ObservedRoute[]> {
  const edits = CHOICES.filter(({ name }) => RULES.includes(name)).flatMap((choice) => choice.edits);
  return withVariant({ edits }, ({ tryEstimateFlight }) =>
    [...departures()].flatMap(([key, { all, wide }]) => {
      const [carrier = '', origin = '', destination = ''] = key.split(' ');
      const departureDate = { year: 2026, month: 2, day: 15 };
      const flight = { origin, destination, operatingCarrierCode: carrier, flightNumber: 1, departureDate };
      const result = tryEstimateFlight(flight);
      if (all < ENOUGH_DEPARTURES || !result.ok || carrierHome(carrier) === '') return [];
      const expected = result.estimate.aircraft.reduce(
        (sum, { body, share }) => sum + (body === 'wide' ? share : 0),
        0,
      );
      if (expected < UNLIKELY || expected > 1 - UNLIKELY) return [];
      const connections = connectionsOf(carrier, [origin, destination]);
      return [{ carrier, connections, observed: wide / all, expected }];
    }),
  );
}
