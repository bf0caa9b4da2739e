/** Packing of the carriers on routes: by carrier its hubs, by hub runs of the airports that GAIA pairs with it. */
import { CorruptDataError } from '../tables/corrupt-data.ts';
import { DIGIT_BASE, numberAt } from '../tables/digits.ts';

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  letters(length: number): string {
    this.#at += length;
    return this.#text.slice(this.#at - length, this.#at);
  }

  number(width: number): number {
    this.#at += width;
    if (this.#at > this.#text.length) throw new CorruptDataError('CARRIER_HUBS', 'the text ends early');
    return numberAt(this.#text, this.#at - width, width);
  }

  /** Reads a number of any size: five bits per digit, the lowest first; a digit from 32 on is followed by more. */
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

/**
 * Returns the airports that GAIA pairs with each of `count` airports, in ascending order, from the gaps between the
 * ranks of pairs.
 */
export function pairedAirports(gaps: Iterable<number>, count: number): readonly (readonly number[])[] {
  const paired = Array.from({ length: count }, (): number[] => []);
  let rank = -1;
  for (const gap of gaps) {
    rank += gap + 1;
    const [a, b] = [Math.floor(rank / count), rank % count];
    paired[a]!.push(b);
    paired[b]!.push(a);
  }
  // In each pair the lower airport is first, and the ranks ascend.
  return paired;
}

/**
 * Calls `route` for each route of each carrier (IATA code), with its airports by number.
 * @throws CorruptDataError if the text was cut or does not belong to `paired`; see {@link pairedAirports}.
 */
export function readCarrierHubs(
  text: string,
  paired: readonly (readonly number[])[],
  route: (carrier: string, hub: number, end: number) => void,
): void {
  const reader = new Reader(text);
  while (!reader.isAtEnd) {
    const carrier = reader.letters(2);
    let hub = 0;
    for (let hubs = reader.number(2); hubs > 0; hubs--) {
      hub += reader.variable();
      let place = 0;
      for (let runs = reader.variable(); runs > 0; runs--) {
        place += reader.variable();
        for (let length = reader.variable() + 1; length > 0; length--) {
          const end = paired[hub]?.[place++];
          if (end === undefined) throw new CorruptDataError('CARRIER_HUBS', `no airport ${place} at ${hub}`);
          route(carrier, hub, end);
        }
      }
    }
  }
}
