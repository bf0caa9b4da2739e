/** Packing of tables of routes by carrier: routes as gaps between the numbers of their airports. */

import { AIRPORT_COUNT } from '../airports/airport-codes.ts';
import { requireLength } from '../tables/corrupt-data.ts';
import { columnAt, numberAt } from '../tables/digits.ts';
import { packedRow } from '../tables/packed-entry.ts';

/** Characters of a carrier's entry: its code, and the number of its first row. */
const CARRIER = 5;
const FIRST_ROW = 3;

/** The rows of a packed table, by carrier. */
export class CarrierRows {
  readonly #carriers: string;
  /** Number of rows. */
  readonly count: number;

  /** @param carriers Packs each code and the number of its first row. */
  constructor(carriers: string, count: number) {
    this.#carriers = carriers;
    this.count = count;
  }

  /** Returns the first row of a carrier and the row after its last. */
  of(carrier: string): readonly [number, number] {
    const at = packedRow(this.#carriers, CARRIER, carrier);
    if (at < 0) return [0, 0];
    const next = at + CARRIER;
    return [this.#firstRow(at), next < this.#carriers.length ? this.#firstRow(next) : this.count];
  }

  #firstRow(at: number): number {
    return numberAt(this.#carriers, at + CARRIER - FIRST_ROW, FIRST_ROW);
  }

  /** Returns all carriers with rows. */
  carriers(): string[] {
    return Array.from({ length: this.#carriers.length / CARRIER }, (_, i) =>
      this.#carriers.slice(CARRIER * i, CARRIER * i + 2),
    );
  }
}

/** Columns of a packed table of routes: its carriers, and gaps between the numbers of the airports. */
interface PackedColumns {
  readonly carriers: string;
  readonly first: string;
  readonly second: string;
}

/** A packed table of routes by carrier: two columns of gaps, and any further columns of the rows. */
export class RouteColumns {
  readonly rows: CarrierRows;
  readonly #first: string;
  readonly #second: string;

  /** `count` rows; `table` is its name in errors. */
  constructor(table: string, count: number, { carriers, first, second }: PackedColumns) {
    this.rows = new CarrierRows(carriers, count);
    this.#first = requireLength(`${table}_FIRST`, first, 2 * this.rows.count);
    this.#second = requireLength(`${table}_SECOND`, second, 2 * this.rows.count);
  }

  /** Calls `row` for each of a carrier's rows with the route's key and the row's number. */
  forEach(carrier: string, row: (key: number, at: number) => void): void {
    const [from, to] = this.rows.of(carrier);
    let first = 0;
    let second = 0;
    for (let at = from; at < to; at++) {
      const step = columnAt(this.#first, 2, at);
      first += step;
      if (step > 0 || at === from) second = first;
      second += columnAt(this.#second, 2, at);
      row(first * AIRPORT_COUNT + second, at);
    }
  }
}
