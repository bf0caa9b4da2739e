/** Load factors of a carrier's flights, as filed with the US DOT (T-100), by airport. */
import { numberOf, textOf } from './csv.ts';
import { addLoad, type Load, loadFactor, noLoad } from './filed-load.ts';
import { getOrCreate } from './get-or-create.ts';
import { sourceTable } from './sources.ts';

/**
 * Part of a year's deviation of an airport or route from its carrier that persists in other years, of which TIM takes
 * up to six: of the deviations of January 2024 54 % were left in February 2026 by airport and carrier, 41 % by route,
 * both including another month's season; one of the six years is the year itself.
 */
export const PERSISTENCE = 0.7;
/** Departures per year that the carrier's mean counts against an airport's own. */
const AIRPORT_STRENGTH = 100;

/**
 * Carriers whose filings do not show how full the seats they sell are. Singapore Airlines' count the seats of flights
 * with a stop twice (`t100.ts`), in rows without a destination: at New York 0.55 where 0.89 was flown. Atlas Air flies
 * freight and charters, 0.05 full; its code 5Y is also that of Skybus to the Isles of Scilly.
 */
const UNUSABLE: ReadonlySet<string> = new Set(['SQ', '5Y']);

/** Load factors of a carrier's flights, by airport; those inside the US and Canada separate for carriers of the US. */
export interface CarrierLoads {
  readonly domestic: Load;
  readonly international: Load;
  /** By region and airport. */
  readonly airports: Map<string, Map<string, Load>>;
}

/** Returns the usable filings of a year by every carrier with an IATA code. */
export function carrierLoads(): Map<string, CarrierLoads> {
  const carriers = new Map<string, CarrierLoads>();
  for (const row of sourceTable('t100_2024_carrier_origin_region.csv')) {
    const load = {
      departures: numberOf(row, 'departures'),
      seats: numberOf(row, 'seats'),
      passengers: numberOf(row, 'passengers'),
    };
    // Three-character codes are the Department's own; flights are not sold under them.
    if (textOf(row, 'carrier').length !== 2 || load.seats === 0) continue;
    if (UNUSABLE.has(textOf(row, 'carrier'))) continue;
    const carrier = getOrCreate(carriers, textOf(row, 'carrier'), () => ({
      domestic: noLoad(),
      international: noLoad(),
      airports: new Map(),
    }));
    const region = textOf(row, 'region');
    addLoad(region === 'D' ? carrier.domestic : carrier.international, load);
    const byAirport = getOrCreate(carrier.airports, region, () => new Map<string, Load>());
    addLoad(getOrCreate(byAirport, textOf(row, 'origin'), noLoad), load);
  }
  return carriers;
}

/**
 * Returns, by airport, the ratio (logarithm) of the load factor of its flights to the carrier's mean. Abroad against
 * the carrier's mean; in the US, from which a carrier may fly to several regions, against the mean of each region.
 */
export function deviations(
  { domestic, international, airports }: CarrierLoads,
  inUs: ReadonlySet<string>,
): {
  readonly domestic: Map<string, number>;
  readonly international: Map<string, number>;
} {
  const all = { domestic: new Map<string, number>(), international: new Map<string, number>() };
  const weights = new Map<string, number>();
  for (const [region, byAirport] of airports) {
    const regionLoad = noLoad();
    for (const load of byAirport.values()) addLoad(regionLoad, load);
    for (const [airport, load] of byAirport) {
      if (region === 'D') {
        all.domestic.set(airport, persistingDeviation(load, domestic));
        continue;
      }
      const shrunk = persistingDeviation(load, inUs.has(airport) ? regionLoad : international);
      const before = weights.get(airport) ?? 0;
      const weight = before + load.departures;
      const mean = ((all.international.get(airport) ?? 0) * before + shrunk * load.departures) / weight;
      all.international.set(airport, mean);
      weights.set(airport, weight);
    }
  }
  return all;
}

/** Returns the part of a load's deviation from a mean that other years share: less, the fewer departures it has. */
function persistingDeviation(load: Load, mean: Load): number {
  const own = Math.log(Math.max(0.1, loadFactor(load)) / loadFactor(mean));
  return (PERSISTENCE * own * load.departures) / (load.departures + AIRPORT_STRENGTH);
}

/** Departures a year of a carrier from an airport (IATA code), of one scope. */
export function departuresFrom(
  { airports }: CarrierLoads,
  scope: 'domestic' | 'international',
  airport: string,
): number {
  return [...airports]
    .filter(([region]) => (region === 'D') === (scope === 'domestic'))
    .reduce((sum, [, byAirport]) => sum + (byAirport.get(airport)?.departures ?? 0), 0);
}
