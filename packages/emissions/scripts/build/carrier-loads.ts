/** How full the flights of a carrier were that it filed with the US DOT (T-100), by airport. */
import { numberOf, textOf } from './csv.ts';
import { entryOf } from './entry-of.ts';
import { addLoad, type Load, loadFactor, noLoad } from './filed-load.ts';
import { sourceTable } from './sources.ts';

/**
 * How much of a year's deviation of an airport or route from its carrier is there in other years, of which TIM takes
 * up to six: of the deviations of January 2024 54 % were left in February 2026 by airport and carrier, 41 % by route,
 * both with another month's season in them; of six years one is the year itself.
 */
export const PERSISTENCE = 0.7;
/** Departures a year that the carrier's mean is worth against an airport's own. */
const AIRPORT_STRENGTH = 100;

/**
 * Carriers whose year does not say how full the seats they sell are. Of Singapore Airlines it counts the seats of flights
 * with a stop twice (`t100.ts`), in rows that have no destination: at New York 0.55 where 0.89 was flown. Atlas Air flies
 * freight and charters, 0.05 full; its code 5Y is that of Skybus to the Isles of Scilly too.
 */
const UNUSABLE: ReadonlySet<string> = new Set(['SQ', '5Y']);

/** How full a carrier's flights are, by airport; those inside the US and Canada apart for carriers of the US. */
export interface CarrierLoads {
  readonly domestic: Load;
  readonly international: Load;
  /** By region and airport. */
  readonly airports: Map<string, Map<string, Load>>;
}

/** What every carrier with an IATA code filed of a year, where it can be used. */
export function carrierLoads(): Map<string, CarrierLoads> {
  const carriers = new Map<string, CarrierLoads>();
  for (const row of sourceTable('t100_2024_carrier_origin_region.csv')) {
    const load = {
      departures: numberOf(row, 'departures'),
      seats: numberOf(row, 'seats'),
      passengers: numberOf(row, 'passengers'),
    };
    // Three-character codes are the Department's own, not a code a flight is sold under.
    if (textOf(row, 'carrier').length !== 2 || load.seats === 0) continue;
    if (UNUSABLE.has(textOf(row, 'carrier'))) continue;
    const carrier = entryOf(carriers, textOf(row, 'carrier'), () => ({
      domestic: noLoad(),
      international: noLoad(),
      airports: new Map(),
    }));
    const region = textOf(row, 'region');
    addLoad(region === 'D' ? carrier.domestic : carrier.international, load);
    const byAirport = entryOf(carrier.airports, region, () => new Map<string, Load>());
    addLoad(entryOf(byAirport, textOf(row, 'origin'), noLoad), load);
  }
  return carriers;
}

/**
 * By airport, how much fuller (logarithm) than the carrier's mean flights from it are. Abroad against the carrier's
 * mean; in the US, from which a carrier may fly to several regions, against the mean of each region.
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
      const base = region === 'D' ? domestic : inUs.has(airport) ? regionLoad : international;
      const own = Math.log(Math.max(0.1, loadFactor(load)) / loadFactor(base));
      const shrunk = (PERSISTENCE * own * load.departures) / (load.departures + AIRPORT_STRENGTH);
      if (region === 'D') {
        all.domestic.set(airport, shrunk);
        continue;
      }
      const before = weights.get(airport) ?? 0;
      const weight = before + load.departures;
      const mean = ((all.international.get(airport) ?? 0) * before + shrunk * load.departures) / weight;
      all.international.set(airport, mean);
      weights.set(airport, weight);
    }
  }
  return all;
}
