/** Cargo carried inside, to and from the US, as carriers filed it with the US DOT (T-100). */
import type { Body } from '../aircraft/aircraft.ts';
import { gaiaNumber } from '../airports/airport-order.ts';
import { CARGO_BACK, CARGO_CARRIERS, CARGO_FIRST, CARGO_OUT, CARGO_SECOND } from '../data/us-filings.ts';
import type { CheckedFlight } from '../flight/flight-input.ts';
import { RouteColumns } from '../statistics/route-columns.ts';
import { gaiaRouteKey } from '../statistics/route-key.ts';
import { requireLength } from '../tables/corrupt-data.ts';
import { digitAt } from '../tables/digits.ts';

/** Digit for unknown cargo. */
const UNKNOWN = 63;

/** Rows of a carrier by route. */
type RouteRows = ReadonlyMap<number, number>;

let table: RouteColumns | undefined;
const byCarrier = new Map<string, RouteRows>();
/** The same of narrow bodies, which are packed under the code in small letters. */
const narrowByCarrier = new Map<string, RouteRows>();

function decode(carrier: string): RouteRows {
  if (table === undefined) {
    table = new RouteColumns('CARGO', CARGO_OUT.length, {
      carriers: CARGO_CARRIERS,
      first: CARGO_FIRST,
      second: CARGO_SECOND,
    });
    requireLength('CARGO_BACK', CARGO_BACK, table.rows.count);
  }
  const rows = new Map<number, number>();
  table.forEach(carrier, (key, row) => {
    rows.set(key, row);
  });
  return rows;
}

function rowsOf(carrier: string, body: Body): RouteRows {
  const isNarrow = body === 'narrow';
  const known = isNarrow ? narrowByCarrier : byCarrier;
  let rows = known.get(carrier);
  if (!rows) {
    rows = decode(isNarrow ? carrier.toLowerCase() : carrier);
    known.set(carrier, rows);
  }
  return rows;
}

function cargoOf(carrier: string, body: Body, { from, to }: CheckedFlight): number {
  const rows = rowsOf(carrier, body);
  if (rows.size === 0) return Number.NaN;
  const row = rows.get(gaiaRouteKey(from, to));
  if (row === undefined) return Number.NaN;
  // Hundredths from the airport with the lower number, and from the other.
  const digit = digitAt(gaiaNumber(from) < gaiaNumber(to) ? CARGO_OUT : CARGO_BACK, row);
  return digit === UNKNOWN ? Number.NaN : digit / 100;
}

/** Any carrier, in place of a carrier's code. */
const ANY = '**';

/** Returns the filed cargo mass fraction of a carrier's flight in a body; NaN if the route has too few of its flights. */
export const carrierRouteCargo = (flight: CheckedFlight, body: Body): number =>
  cargoOf(flight.carrier, body, flight);

/** Returns the same of all carriers' wide bodies on the route. */
export const routeCargo = (flight: CheckedFlight): number => cargoOf(ANY, 'wide', flight);
