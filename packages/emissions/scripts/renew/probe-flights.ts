/**
 * Some hundred flights made from the tables themselves, on which two generations are compared. They are chosen by a
 * hash of their names, so that an added or removed row changes no other choice.
 */
import type { FlightInput } from '../../src/flight/flight-input.ts';
import { kmBetween } from '../build/kilometres.ts';
import { constantsOf, type ModuleTexts } from './module-constants.ts';
import { airportsOf, type PackedAirport, tablesOf } from './tables.ts';

/** Of the routes of T-100, one in so many is taken. */
const ONE_ROUTE_IN = 30;

/** FNV-1a with a last stir, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value ^= value >>> 15;
  return Math.imul(value, 0x85ebca6b) >>> 0;
}

function flightOf(operatingCarrierCode: string, route: string): FlightInput {
  const [origin = '', destination = ''] = route.split('-');
  const departureDate = { year: 2026, month: 10, day: 15 };
  return { origin, destination, operatingCarrierCode, flightNumber: 1, departureDate };
}

/** Returns a route of GAIA with an end in each country, by country. */
function pairsByCountry(
  pairs: Iterable<string>,
  airports: ReadonlyMap<string, PackedAirport>,
): Map<string, { route: string; km: number }[]> {
  const byCountry = new Map<string, { route: string; km: number }[]>();
  for (const route of pairs) {
    const a = airports.get(route.slice(0, 3))!;
    const b = airports.get(route.slice(4))!;
    const pair = { route, km: kmBetween(a, b) };
    for (const country of new Set([a.country, b.country])) {
      const known = byCountry.get(country);
      if (known) known.push(pair);
      else byCountry.set(country, [pair]);
    }
  }
  return byCountry;
}

/** Returns for each carrier one route that touches its country and lies within the usual distances of its fleet. */
function homeFlights(modules: ModuleTexts): FlightInput[] {
  const constants = constantsOf(modules);
  const airports = new Map(airportsOf(constants).map((airport) => [airport.code, airport]));
  const pairs = pairsByCountry(tablesOf(modules).get('distance factors of airport pairs')!.keys(), airports);
  return constants('FLEETS')
    .split(';')
    .flatMap((carrier) => {
      const [head = '', ...rows] = carrier.split('|');
      const iata = head.slice(0, 2);
      const ranges = rows.map((row) =>
        row
          .split(' ')
          .slice(6, 8)
          .map((steps) => 50 * Number(steps)),
      );
      let chosen: string | undefined;
      let least = Number.POSITIVE_INFINITY;
      for (const { route, km } of pairs.get(head.slice(5, 7)) ?? []) {
        if (!ranges.some(([min = 0, max = 0]) => km >= min && km <= max)) continue;
        const rank = hash(`${iata} ${route}`);
        if (rank < least) [chosen, least] = [route, rank];
      }
      return chosen === undefined ? [] : [flightOf(iata, chosen)];
    });
}

function filedFlights(modules: ModuleTexts): FlightInput[] {
  const names = [...tablesOf(modules).get('route departures (T-100)')!.keys()];
  const routes = new Set(names.map((name) => name.slice(0, 10)));
  return [...routes]
    .filter((route) => hash(route) % ONE_ROUTE_IN === 0)
    .map((route) => flightOf(route.slice(0, 2), route.slice(3)));
}

/** Returns the flights on which generations are compared, made from one of them. */
export function probeFlights(modules: ModuleTexts): FlightInput[] {
  return [...homeFlights(modules), ...filedFlights(modules)];
}
