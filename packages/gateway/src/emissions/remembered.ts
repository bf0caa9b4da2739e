import { type Flight, MAX_FLIGHTS } from '@flight-offset/core';
import type { FlightFigures } from '@flight-offset/emissions';

/** Answers to flights asked before: the same flight of the same model emits the same. */
export interface Remembered {
  /**
   * The answer to a calculate request, as JSON, where every flight of it was asked before; undefined else. What is
   * remembered was checked when it was first asked, so that a repeat need not be.
   */
  answer(input: unknown): string | undefined;
  /** Keeps the answers to flights which were just estimated. @returns the answer to all of them, as JSON. */
  keep(flights: readonly Flight[], answers: readonly FlightFigures[]): string;
}

/** Flights of one generation; two are kept. */
const MOST_FLIGHTS = 25_000;

/** Answers by origin, destination, carrier, and then number and date in one. */
type Known = Map<string, Map<string, Map<string, Map<number, string>>>>;

/** What tells flights apart: every field that is answered. */
interface Key {
  readonly origin: string;
  readonly destination: string;
  readonly carrier: string;
  readonly departure: number;
}

/** A memory of the flights asked last. */
export function createRemembered(most: number = MOST_FLIGHTS): Remembered {
  // Forgetting the oldest of a large map one at a time costs more than estimating: so a whole generation goes.
  let known: Known = new Map();
  let before: Known = new Map();
  let count = 0;

  function put(key: Key, part: string): void {
    if (count >= most) {
      before = known;
      known = new Map();
      count = 0;
    }
    const flights = inside(inside(inside(known, key.origin), key.destination), key.carrier);
    if (!flights.has(key.departure)) count += 1;
    flights.set(key.departure, part);
  }

  function recall(key: Key): string | undefined {
    const part = find(known, key);
    if (part !== undefined) return part;
    const older = find(before, key);
    if (older !== undefined) put(key, older);
    return older;
  }

  return {
    answer(input) {
      const flights = listOf(input);
      if (!flights) return undefined;
      const parts: string[] = [];
      for (const flight of flights) {
        const key = keyOf(flight);
        const part = key && recall(key);
        if (part === undefined) return undefined;
        parts.push(part);
      }
      return `[${parts.join(',')}]`;
    },
    keep(flights, answers) {
      const parts = answers.map((answer, i) => {
        const part = JSON.stringify(answer);
        const key = keyOf(flights[i]);
        if (key) put(key, part);
        return part;
      });
      return `[${parts.join(',')}]`;
    },
  };
}

/**
 * Only keys of sound flights are kept, and no other flight has the key of a sound one: texts are compared as they
 * are, numbers have to be in the ranges within which each makes a sum of its own.
 */
function keyOf(flight: unknown): Key | undefined {
  if (typeof flight !== 'object' || flight === null) return undefined;
  const { origin, destination, operatingCarrierCode, flightNumber, departureDate, aircraft } =
    flight as Partial<Flight>;
  if (typeof origin !== 'string' || typeof destination !== 'string') return undefined;
  if (typeof operatingCarrierCode !== 'string' || operatingCarrierCode.length > 3) return undefined;
  if (typeof departureDate !== 'object' || departureDate === null) return undefined;
  const { year, month, day } = departureDate;
  if (!within(flightNumber, 1, 9999)) return undefined;
  if (!within(year, 1900, 2200) || !within(month, 1, 12) || !within(day, 1, 31)) return undefined;
  const departure = ((flightNumber * 301 + (year - 1900)) * 12 + (month - 1)) * 31 + (day - 1);
  if (aircraft === undefined) return { origin, destination, carrier: operatingCarrierCode, departure };
  if (typeof aircraft !== 'string') return undefined;
  // Longer than any carrier by itself.
  return { origin, destination, carrier: `${operatingCarrierCode}/${aircraft}/`, departure };
}

function within(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** The map inside a map; made where there is none. */
function inside<K, V>(maps: Map<string, Map<K, V>>, name: string): Map<K, V> {
  let map = maps.get(name);
  if (!map) {
    map = new Map();
    maps.set(name, map);
  }
  return map;
}

function find(known: Known, { origin, destination, carrier, departure }: Key): string | undefined {
  return known.get(origin)?.get(destination)?.get(carrier)?.get(departure);
}

/** The flights of a request which has their number right. */
function listOf(input: unknown): readonly unknown[] | undefined {
  if (typeof input !== 'object' || input === null || !('flights' in input)) return undefined;
  const { flights } = input;
  const fits = Array.isArray(flights) && flights.length > 0 && flights.length <= MAX_FLIGHTS;
  return fits ? flights : undefined;
}
