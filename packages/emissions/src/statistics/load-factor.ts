/** Load factors of aircraft. */

import { isDomestic, type Leg } from '../airports/leg.ts';
import { touchesUs } from '../airports/us-zones.ts';
import { LOAD_FACTORS, LOAD_SOURCES } from '../data/loads.ts';
import { requirePositive } from '../tables/corrupt-data.ts';
import { digitAt } from '../tables/digits.ts';
import { packedEntry } from '../tables/packed-entry.ts';
import { type UsLoads, usLoadFactor, usLoads } from './us-filings.ts';

/** Source of a load factor, the best first. */
export type LoadFactorTier = 'caller' | 'carrier, US filings' | 'carrier, own reports' | 'default';

/** Source of a reported load factor. */
export interface LoadSource {
  /** Publisher; undefined for general knowledge, as no publication was read. */
  readonly publisher?: string;
  /** Title of the publication. */
  readonly source: string;
  readonly period: string;
  readonly confidence: string;
}

/** A carrier's load factors, passengers over seats in a year. */
export interface CarrierLoad {
  /** Inside a country. */
  readonly domestic: number;
  readonly international: number;
  readonly tier: LoadFactorTier;
  /** Source of the load factor inside a country; undefined if it was filed or is the default. */
  readonly source: LoadSource | undefined;
  /** Source for flights abroad, which may have another publisher. */
  readonly internationalSource: LoadSource | undefined;
  /** Load factors that it filed for flights inside, to and from the US. */
  readonly filed: UsLoads | undefined;
}

/** TIM's default, the mean US load factor of 2019; without a season, as in TIM. */
const DEFAULT_LOAD_FACTOR = 0.845;

/** The load of an unknown carrier. */
export const DEFAULT_LOAD: CarrierLoad = {
  domestic: DEFAULT_LOAD_FACTOR,
  international: DEFAULT_LOAD_FACTOR,
  tier: 'default',
  source: undefined,
  internationalSource: undefined,
  filed: undefined,
};

/** Returns the source that a digit stands for. */
function loadSource(at: number): LoadSource {
  const [publisher = '', source = '', period = '', confidence = ''] = LOAD_SOURCES.split(';')[at]!.split('|');
  return { ...(publisher === '' ? {} : { publisher }), source, period, confidence };
}

/** Returns the load factors of a carrier (IATA code), as reported or filed; undefined if nothing is known of it. */
export function carrierLoad(carrier: string): CarrierLoad | undefined {
  const filed = usLoads(carrier);
  const text = packedEntry(LOAD_FACTORS, ' ', carrier)?.slice(2);
  if (text !== undefined) {
    const year = requirePositive('LOAD_FACTORS', Number(text.slice(0, 3))) / 1000;
    const abroad = text.slice(4, 7);
    const international = abroad === '' ? year : requirePositive('LOAD_FACTORS', Number(abroad)) / 1000;
    const source = loadSource(digitAt(text, 3));
    const internationalSource = text.length > 7 ? loadSource(digitAt(text, 7)) : source;
    const tier = 'carrier, own reports';
    return { domestic: year, international, tier, source, internationalSource, filed };
  }
  // Only carriers of the US file flights inside it, together with their flights between other countries.
  if (filed && filed.domestic > 0) {
    const international = filed.international || filed.domestic;
    return { ...DEFAULT_LOAD, domestic: filed.domestic, international, tier: 'carrier, US filings', filed };
  }
  return filed && { ...DEFAULT_LOAD, filed };
}

/** Returns the source of a flight's load factor, unless it was filed; undefined for the default. */
export const loadSourceOf = (
  flight: Leg,
  { source, internationalSource }: CarrierLoad,
): LoadSource | undefined => (isDomestic(flight) ? source : internationalSource);

/** Returns the load factor of a flight that touches the US, as its operator filed it; 0 for other flights. */
function filedLoadFactor(flight: Leg, { filed }: CarrierLoad): number {
  return filed && touchesUs(flight.fromCountry, flight.toCountry) ? usLoadFactor(filed, flight) : 0;
}

/**
 * Returns the load factor of a flight by its operator's load: as filed if it touches the US, else as the carrier's
 * year.
 */
export function operatorLoadFactor(flight: Leg, load: CarrierLoad): number {
  return filedLoadFactor(flight, load) || (isDomestic(flight) ? load.domestic : load.international);
}

/** Returns how specific {@link operatorLoadFactor} is. */
export function operatorLoadTier(flight: Leg, load: CarrierLoad): LoadFactorTier {
  return filedLoadFactor(flight, load) > 0 ? 'carrier, US filings' : load.tier;
}
