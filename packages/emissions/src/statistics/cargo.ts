/** Share of the emissions that belongs to the cargo in the hold. */
import type { Body } from '../aircraft/aircraft.ts';
import { NARROW_CARGO_BANDS, WIDE_CARGO_BANDS } from '../data/loads.ts';
import { requirePositive } from '../tables/corrupt-data.ts';

/** Source of a cargo mass fraction, the best first. */
export type CargoTier = 'caller' | 'carrier and route' | 'route and body' | 'distance band and body';

/** Cargo mass over cargo and passenger mass (100 kg per passenger). */
export interface CargoMassFraction {
  readonly value: number;
  readonly tier: CargoTier;
}

function decodeBands(name: string, text: string): readonly CargoMassFraction[] {
  return text.split(',').map((tenThousandths) => ({
    value: requirePositive(name, Number(tenThousandths)) / 10_000,
    tier: 'distance band and body',
  }));
}

type Bands = Readonly<Record<Body, readonly CargoMassFraction[]>>;

let allBands: Bands | undefined;

function decode(): Bands {
  allBands = {
    narrow: decodeBands('NARROW_CARGO_BANDS', NARROW_CARGO_BANDS),
    wide: decodeBands('WIDE_CARGO_BANDS', WIDE_CARGO_BANDS),
  };
  return allBands;
}

/** Returns the cargo mass fraction of a body at a great-circle distance (bands of 1000 km), from T-100. */
export function bandCargo(body: Body, greatCircleKm: number): CargoMassFraction {
  const { narrow, wide } = allBands ?? decode();
  const bands = body === 'wide' ? wide : narrow;
  return bands[Math.min(bands.length - 1, Math.max(0, Math.ceil(greatCircleKm / 1000) - 1))]!;
}
