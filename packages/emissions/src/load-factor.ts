/** How full the aircraft is. */

import { positive } from './corrupt-data.ts';
import { LOAD_FACTORS } from './data/loads.ts';
import { type CheckedFlight, isDomestic } from './flight-input.ts';
import { packedEntry } from './packed-entry.ts';
import { type UsLoads, usLoadFactor, usLoads } from './us-filings.ts';
import { usScope } from './us-zones.ts';

/** Where a load factor comes from, the best first. */
export type LoadFactorTier = 'caller' | 'carrier, US filings' | 'carrier, own reports' | 'default';

/** A carrier's load factors, passengers over seats in a year. */
export interface CarrierLoad {
  /** Inside a country. */
  readonly domestic: number;
  readonly international: number;
  readonly tier: LoadFactorTier;
  /** What it filed of flights inside, to and from the US. */
  readonly filed: UsLoads | undefined;
}

/** TIM's default, the mean US load factor of 2019, without a season as in TIM. */
export const DEFAULT_LOAD_FACTOR = 0.845;

/** The load of a carrier of which nothing is known. */
export const DEFAULT_LOAD: CarrierLoad = {
  domestic: DEFAULT_LOAD_FACTOR,
  international: DEFAULT_LOAD_FACTOR,
  tier: 'default',
  filed: undefined,
};

/** The load factors of a carrier (IATA code), as reported or filed; undefined when nothing is known of the carrier. */
export function carrierLoad(carrier: string): CarrierLoad | undefined {
  const filed = usLoads(carrier);
  const text = packedEntry(LOAD_FACTORS, ',', carrier)?.slice(2);
  if (text !== undefined) {
    const year = positive('LOAD_FACTORS', Number(text.slice(0, 3))) / 1000;
    const abroad = text.slice(3);
    const international = abroad === '' ? year : positive('LOAD_FACTORS', Number(abroad)) / 1000;
    return { domestic: year, international, tier: 'carrier, own reports', filed };
  }
  // Only carriers of the US file flights inside it, and with them what they fly between other countries.
  if (filed && filed.domestic > 0) {
    const international = filed.international || filed.domestic;
    return { domestic: filed.domestic, international, tier: 'carrier, US filings', filed };
  }
  return filed && { ...DEFAULT_LOAD, filed };
}

/** Load factor of a flight by the load of its operator: as filed where it touches the US, else as the carrier's year. */
export function operatorLoadFactor(flight: CheckedFlight, load: CarrierLoad): number {
  if (load.filed && usScope(flight.fromCountry, flight.toCountry) !== 'none') {
    const filed = usLoadFactor(load.filed, flight);
    if (filed > 0) return filed;
  }
  return isDomestic(flight) ? load.domestic : load.international;
}

/** How specific {@link operatorLoadFactor} is. */
export function operatorLoadTier(flight: CheckedFlight, load: CarrierLoad): LoadFactorTier {
  const filed = load.filed !== undefined && usScope(flight.fromCountry, flight.toCountry) !== 'none';
  return filed && usLoadFactor(load.filed!, flight) > 0 ? 'carrier, US filings' : load.tier;
}
