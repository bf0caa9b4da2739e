/** How full the aircraft is. */

import { positive } from './damaged-table.ts';
import { LOAD_FACTORS, SEASONS } from './data/loads.ts';
import { packedEntry } from './packed-entry.ts';

/** Where a load factor comes from, the best first. */
export type LoadFactorTier = 'caller' | 'carrier, US filings' | 'carrier, own reports' | 'default';

/** A carrier's load factors, passengers over seats, by month (index 0 is January). */
export interface CarrierLoad {
  readonly domestic: readonly number[];
  readonly international: readonly number[];
  readonly tier: LoadFactorTier;
}

const MONTHS = 12;

/** TIM's default, the mean US load factor of 2019, without a season as in TIM. */
export const DEFAULT_LOAD_FACTOR = 0.845;

/** The load of a carrier of which nothing is known. */
export const DEFAULT_LOAD: CarrierLoad = {
  domestic: Array.from({ length: MONTHS }, () => DEFAULT_LOAD_FACTOR),
  international: Array.from({ length: MONTHS }, () => DEFAULT_LOAD_FACTOR),
  tier: 'default',
};

/** Fuller than this, a whole month of a carrier does not get. */
const FULLEST = 0.97;

/** How a month's load factor compares to the year's, by month, for carriers of a country; undefined: not known. */
function seasonOf(country: string): readonly number[] | undefined {
  const season = packedEntry(SEASONS, ',', `${country} `);
  return season
    ?.slice(3)
    .split(' ')
    .map((thousandths) => positive('SEASONS', Number(thousandths)) / 1000);
}

function byMonth(year: number, country: string): readonly number[] {
  const season = seasonOf(country);
  return Array.from({ length: MONTHS }, (_, month) => Math.min(FULLEST, year * (season?.[month] ?? 1)));
}

/**
 * The load factors of a carrier (IATA code) at home in `country`, as filed or reported for the year and brought to
 * the months where their season is known; undefined when nothing is known of the carrier.
 */
export function carrierLoad(carrier: string, country: string): CarrierLoad | undefined {
  const text = packedEntry(LOAD_FACTORS, ',', carrier)?.slice(2);
  if (text === undefined) return undefined;
  const year = positive('LOAD_FACTORS', Number(text.slice(0, 3))) / 1000;
  const abroad = text.slice(4);
  return {
    domestic: byMonth(year, country),
    international: byMonth(abroad === '' ? year : positive('LOAD_FACTORS', Number(abroad)) / 1000, country),
    tier: text[3] === 'u' ? 'carrier, US filings' : 'carrier, own reports',
  };
}
