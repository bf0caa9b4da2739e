/** Route and month of a flight, on which loads, seasons and airports depend. */

/** A flight without its carrier and aircraft. */
export interface Leg {
  /** Airports by index. */
  readonly from: number;
  readonly to: number;
  /** Starts of their rows; see `airportRow`. */
  readonly fromRow: number;
  readonly toRow: number;
  /** Their countries by index. */
  readonly fromCountry: number;
  readonly toCountry: number;
  /** Month of departure, from 1. */
  readonly month: number;
}

/** Tests whether a flight stays in one country. */
export function isDomestic({ fromCountry, toCountry }: Leg): boolean {
  return fromCountry === toCountry;
}
