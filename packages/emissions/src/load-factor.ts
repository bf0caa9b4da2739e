/** How full the aircraft is. */
import { LOAD_FACTORS } from './data/loads.ts';

/** Where a load factor comes from, the best first. */
export type LoadFactorTier = 'caller' | 'carrier, US filings' | 'carrier, own reports' | 'default';

/** Passengers over seats. */
export interface LoadFactor {
  readonly value: number;
  readonly tier: LoadFactorTier;
}

/** TIM's default: the mean US load factor of 2019. */
export const DEFAULT_LOAD_FACTOR: LoadFactor = { value: 0.845, tier: 'default' };

let byCarrier: ReadonlyMap<string, LoadFactor> | undefined;

function decode(): ReadonlyMap<string, LoadFactor> {
  return new Map(
    LOAD_FACTORS.split(',').map((text) => [
      text.slice(0, 2),
      {
        value: Number(text.slice(2, -1)) / 1000,
        tier: text.endsWith('u') ? 'carrier, US filings' : 'carrier, own reports',
      },
    ]),
  );
}

/** The load factor of a carrier (IATA code): filed, reported, or the default. */
export function carrierLoadFactor(carrier: string): LoadFactor {
  byCarrier ??= decode();
  return byCarrier.get(carrier) ?? DEFAULT_LOAD_FACTOR;
}
