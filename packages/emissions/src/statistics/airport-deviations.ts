/** Load factors of a carrier's flights to, from and inside the US over its mean, by airport. */
import { airportIndex } from '../airports/airport-codes.ts';
import { gaiaNumber } from '../airports/airport-order.ts';
import { CorruptDataError, requireLength } from '../tables/corrupt-data.ts';
import { columnAt, digitAt } from '../tables/digits.ts';
import { packedEntry } from '../tables/packed-entry.ts';
import { LOAD_STEP, NO_DEVIATION } from '../tables/packed-steps.ts';
import { CarrierRows } from './route-columns.ts';

/** Returns one number for an airport: its number in GAIA, or a negative one if GAIA saw no flights there. */
export function airportKey(airport: number): number {
  const number = gaiaNumber(airport);
  return number < 0 ? -1 - airport : number;
}

/** Reads the factor of a deviation that is packed as a digit, in steps of a logarithm. */
export const deviationAt = (text: string, at: number, step: number): number =>
  Math.exp((digitAt(text, at) - NO_DEVIATION) * step);

/** Characters of an airport packed by code, and of the code. */
const CODED = 4;
const CODE = 3;

/** Columns of a packed table of deviations. */
interface PackedDeviations {
  readonly carriers: string;
  /** Numbers of airports in GAIA. */
  readonly airports: string;
  readonly deviations: string;
  /** Other airports by code, for each carrier. */
  readonly coded: string;
}

/** Deviations by airport of every carrier that filed flights of one scope. */
export class AirportDeviations {
  readonly #rows: CarrierRows;
  readonly #airports: string;
  readonly #deviations: string;
  readonly #table: string;
  readonly #coded: string;

  /** @param table Its name in errors. */
  constructor(table: string, { carriers, airports, deviations, coded }: PackedDeviations) {
    this.#rows = new CarrierRows(carriers, deviations.length);
    this.#airports = requireLength(`${table}_AIRPORTS`, airports, 2 * this.#rows.count);
    this.#deviations = deviations;
    this.#table = table;
    this.#coded = coded;
  }

  /** Returns the deviations of a carrier by {@link airportKey}. */
  of(carrier: string): ReadonlyMap<number, number> {
    const [from, to] = this.#rows.of(carrier);
    const byAirport = new Map<number, number>();
    let airport = 0;
    for (let row = from; row < to; row++) {
      airport += columnAt(this.#airports, 2, row);
      byAirport.set(airport, deviationAt(this.#deviations, row, LOAD_STEP));
    }
    this.#addCoded(carrier, byAirport);
    return byAirport;
  }

  #addCoded(carrier: string, byAirport: Map<number, number>): void {
    const coded = packedEntry(this.#coded, ' ', carrier)?.slice(carrier.length) ?? '';
    for (let at = 0; at < coded.length; at += CODED) {
      const code = coded.slice(at, at + CODE);
      const airport = airportIndex(code);
      if (airport < 0 || at + CODED > coded.length)
        throw new CorruptDataError(`${this.#table}_CODED`, `${code} is no airport with a load`);
      byAirport.set(airportKey(airport), deviationAt(coded, at + CODE, LOAD_STEP));
    }
  }
}
