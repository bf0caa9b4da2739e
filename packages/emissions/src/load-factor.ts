/** How full the aircraft is. */
import { LOAD_FACTORS, SEASONS } from './data/loads.ts';

/** Where a load factor comes from, the best first. */
export type LoadFactorTier = 'caller' | 'carrier, US filings' | 'carrier, own reports' | 'default';

/** Passengers over seats. */
export interface LoadFactor {
  readonly value: number;
  readonly tier: LoadFactorTier;
}

/** TIM's default: the mean US load factor of 2019. */
export const DEFAULT_LOAD_FACTOR: LoadFactor = { value: 0.845, tier: 'default' };

/** A carrier's load factors over the year. */
interface CarrierLoads {
  readonly domestic: number;
  readonly international: number;
  readonly tier: LoadFactorTier;
}

let byCarrier: ReadonlyMap<string, CarrierLoads> | undefined;

function decode(): ReadonlyMap<string, CarrierLoads> {
  return new Map(
    LOAD_FACTORS.split(',').map((text) => {
      const domestic = Number(text.slice(2, 5)) / 1000;
      const abroad = text.slice(6);
      return [
        text.slice(0, 2),
        {
          domestic,
          international: abroad === '' ? domestic : Number(abroad) / 1000,
          tier: text[5] === 'u' ? 'carrier, US filings' : 'carrier, own reports',
        },
      ];
    }),
  );
}

/** Fuller than this, a whole month of a carrier does not get. */
const FULLEST = 0.97;

let seasons: ReadonlyMap<string, readonly number[]> | undefined;

/** How a month's load factor compares to the year's, for carriers of a country; 1 where that is not known. */
export function seasonOf(country: string, month: number): number {
  seasons ??= new Map(
    SEASONS.split(',').map((text) => {
      const [home = '', ...months] = text.split(' ');
      return [home, months.map((thousandths) => Number(thousandths) / 1000)];
    }),
  );
  return seasons.get(country)?.[month - 1] ?? 1;
}

/**
 * The load factor of a carrier (IATA code) at home in `country` in a month (1 to 12): filed or reported for the
 * year and brought to the month; undefined when it is not known.
 */
export function carrierLoadFactor(
  carrier: string,
  country: string,
  month: number,
  domestic: boolean,
): LoadFactor | undefined {
  byCarrier ??= decode();
  const year = byCarrier.get(carrier);
  if (!year) return undefined;
  const mean = domestic ? year.domestic : year.international;
  return { value: Math.min(FULLEST, mean * seasonOf(country, month)), tier: year.tier };
}
