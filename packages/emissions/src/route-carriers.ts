/** Which carriers fly between two airports outside the US: VRS standing data, without how often. */
import { gaiaNumber } from './airport-order.ts';
import { CorruptDataError } from './corrupt-data.ts';
import { PAIR_AIRPORTS, PAIR_GAPS } from './data/airport-pair-factors.ts';
import { CARRIER_HUBS } from './data/route-carriers.ts';
import { columnOf, DIGIT_BASE, numberAt } from './digits.ts';

/** Airports that GAIA pairs with each airport, by number, in rising order. */
function neighboursByAirport(): readonly (readonly number[])[] {
  const neighbours = Array.from({ length: PAIR_AIRPORTS }, (): number[] => []);
  let rank = -1;
  for (const gap of columnOf(PAIR_GAPS, 3)) {
    rank += gap + 1;
    const [a, b] = [Math.floor(rank / PAIR_AIRPORTS), rank % PAIR_AIRPORTS];
    neighbours[a]!.push(b);
    neighbours[b]!.push(a);
  }
  return neighbours.map((numbers) => numbers.sort((a, b) => a - b));
}

/** Reads the packed text from its start to its end. */
class Reader {
  #at = 0;

  get isAtEnd(): boolean {
    return this.#at >= CARRIER_HUBS.length;
  }

  text(length: number): string {
    this.#at += length;
    return CARRIER_HUBS.slice(this.#at - length, this.#at);
  }

  number(width: number): number {
    this.#at += width;
    if (this.#at > CARRIER_HUBS.length) throw new CorruptDataError('CARRIER_HUBS', 'the text ends early');
    return numberAt(CARRIER_HUBS, this.#at - width, width);
  }

  /** A number of any size: five bits to a digit, the lowest first. */
  variable(): number {
    const half = DIGIT_BASE / 2;
    let value = 0;
    for (let unit = 1; ; unit *= half) {
      const digit = this.number(1);
      value += unit * (digit % half);
      if (digit < half) return value;
    }
  }
}

const keyOf = (a: number, b: number): number => Math.min(a, b) * PAIR_AIRPORTS + Math.max(a, b);

/** Routes by carrier (IATA code). */
let routes: ReadonlyMap<string, ReadonlySet<number>> | undefined;

function decode(): ReadonlyMap<string, ReadonlySet<number>> {
  const neighbours = neighboursByAirport();
  const byCarrier = new Map<string, Set<number>>();
  const reader = new Reader();
  while (!reader.isAtEnd) {
    const carrier = reader.text(2);
    const own = new Set<number>();
    let hub = 0;
    for (let hubs = reader.number(2); hubs > 0; hubs--) {
      hub += reader.variable();
      let place = 0;
      for (let runs = reader.variable(); runs > 0; runs--) {
        place += reader.variable();
        for (let length = reader.variable() + 1; length > 0; length--) {
          const end = neighbours[hub]?.[place++];
          if (end === undefined) throw new CorruptDataError('CARRIER_HUBS', `no airport ${place} at ${hub}`);
          own.add(keyOf(hub, end));
        }
      }
    }
    byCarrier.set(carrier, own);
  }
  return byCarrier;
}

/** IATA codes of the carriers with callsigns between two airports (by index), in August 2026; none to and from the US. */
export function carriersBetween(from: number, to: number): string[] {
  const [a, b] = [gaiaNumber(from), gaiaNumber(to)];
  if (a < 0 || b < 0) return [];
  routes ??= decode();
  const key = keyOf(a, b);
  return [...routes].flatMap(([carrier, own]) => (own.has(key) ? [carrier] : []));
}
