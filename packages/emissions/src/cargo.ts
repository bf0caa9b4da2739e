/** What part of the emissions belongs to the cargo in the belly. */
import type { Body } from './aircraft.ts';
import { positive } from './corrupt-data.ts';
import { CARRIER_CARGO, NARROW_CARGO_BANDS, WIDE_CARGO_BANDS } from './data/loads.ts';
import { packedEntry } from './packed-entry.ts';

/** Where a cargo mass fraction comes from, the best first. */
export type CargoTier =
  | 'caller'
  | 'carrier and route'
  | 'route and body'
  | 'carrier and body'
  | 'distance band and body';

/** Cargo mass over cargo and passenger mass (100 kg a passenger). */
export interface CargoMassFraction {
  readonly value: number;
  readonly tier: CargoTier;
}

/** TIM asks for 2000 flights behind an average; fewer are drawn towards the prior, that many flights strong. */
const FLIGHTS_REQUIRED = 2000;
/** The table has two months of TIM's six years, so the same asking is 2000 / 36 flights. */
const CARRIER_FLIGHTS_REQUIRED: number = FLIGHTS_REQUIRED / 36;
/** Priors: mean of wide-body flights inside the US and of narrow-body flights (Form 41 T2, T-100). */
const PRIOR: Readonly<Record<Body, number>> = { wide: 0.14, narrow: 0.006 };

const shrunk = (value: number, flights: number, prior: number, strength: number): number =>
  (value * flights + prior * strength) / (flights + strength);

function decodeBands(text: string, body: Body): readonly CargoMassFraction[] {
  return text.split(',').map((band) => {
    const [tenThousandths = 0, flights = 0] = band.split(' ').map(Number);
    positive('CARGO_BANDS', flights);
    const value = shrunk(tenThousandths / 10_000, flights, PRIOR[body], FLIGHTS_REQUIRED);
    return { value, tier: 'distance band and body' };
  });
}

let narrowBands: readonly CargoMassFraction[] | undefined;
let wideBands: readonly CargoMassFraction[] | undefined;

function bandsOf(body: Body): readonly CargoMassFraction[] {
  if (body === 'wide') {
    wideBands ??= decodeBands(WIDE_CARGO_BANDS, 'wide');
    return wideBands;
  }
  narrowBands ??= decodeBands(NARROW_CARGO_BANDS, 'narrow');
  return narrowBands;
}

/** A carrier's own mean, and the flights it is taken over. */
interface CarrierMean {
  readonly value: number;
  readonly flights: number;
}

/** Those looked up so far, by carrier and first letter of the body; undefined where T-100 has none. */
const carrierMeans = new Map<string, CarrierMean | undefined>();

function carrierMean(carrier: string, body: Body): CarrierMean | undefined {
  const key = carrier + body[0];
  const known = carrierMeans.get(key);
  if (known !== undefined || carrierMeans.has(key)) return known;
  const [thousandths = 0, flights = 0] =
    packedEntry(CARRIER_CARGO, ',', key)?.slice(3).split(' ').map(Number) ?? [];
  const mean = flights > 0 ? { value: thousandths / 1000, flights } : undefined;
  carrierMeans.set(key, mean);
  return mean;
}

/** The cargo mass fraction of a body at a great-circle distance (bands of 1000 km), from T-100. */
export function bandCargo(body: Body, greatCircleKm: number): CargoMassFraction {
  const bands = bandsOf(body);
  return bands[Math.min(bands.length - 1, Math.max(0, Math.ceil(greatCircleKm / 1000) - 1))]!;
}

/** The cargo mass fraction of a carrier's international flights to and from the US, drawn to the band's. */
export function carrierCargo(carrier: string, body: Body, greatCircleKm: number): CargoMassFraction {
  const band = bandCargo(body, greatCircleKm);
  const entry = carrierMean(carrier, body);
  if (!entry) return band;
  const value = shrunk(entry.value, entry.flights, band.value, CARRIER_FLIGHTS_REQUIRED);
  return { value, tier: 'carrier and body' };
}
