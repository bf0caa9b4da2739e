import { type Flight, MAX_FLIGHTS } from '@flight-offset/core';
import type { FlightFigures } from '@flight-offset/emissions';

/** Answers to flights asked before: the same flight of the same model emits the same. */
export interface Remembered {
  /**
   * The answer to a calculate request, as JSON, where every flight of it was asked before; undefined else. What is
   * remembered was checked when it was first asked, so that a repeat need not be.
   */
  answer(input: unknown): string | undefined;
  /** Keeps the answers to flights which were just estimated. */
  keep(flights: readonly Flight[], answers: readonly FlightFigures[]): void;
}

/** Flights of one generation; two are kept. */
const MOST_FLIGHTS = 25_000;

/**
 * What tells flights apart: every field that is answered, each of its type. Only keys of sound flights are kept, and
 * their texts hold no slash, so that no other flight has the key of a sound one.
 */
function keyOf(flight: unknown): string | undefined {
  if (typeof flight !== 'object' || flight === null) return undefined;
  const { origin, destination, operatingCarrierCode, flightNumber, departureDate, aircraft } =
    flight as Partial<Flight>;
  if (typeof departureDate !== 'object' || departureDate === null) return undefined;
  const { year, month, day } = departureDate;
  const sound =
    typeof origin === 'string' &&
    typeof destination === 'string' &&
    typeof operatingCarrierCode === 'string' &&
    typeof flightNumber === 'number' &&
    typeof year === 'number' &&
    typeof month === 'number' &&
    typeof day === 'number' &&
    (aircraft === undefined || (typeof aircraft === 'string' && aircraft !== ''));
  if (!sound) return undefined;
  return `${origin}/${destination}/${operatingCarrierCode}/${flightNumber}/${year}/${month}/${day}/${aircraft ?? ''}`;
}

/** A memory of the flights asked last. */
export function createRemembered(most: number = MOST_FLIGHTS): Remembered {
  // Forgetting the oldest of a large map one at a time costs more than estimating: so a whole generation goes.
  let known = new Map<string, string>();
  let before = new Map<string, string>();

  function put(key: string, part: string): void {
    if (known.size >= most) {
      before = known;
      known = new Map();
    }
    known.set(key, part);
  }

  function recall(key: string): string | undefined {
    const part = known.get(key);
    if (part !== undefined) return part;
    const older = before.get(key);
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
        const part = key === undefined ? undefined : recall(key);
        if (part === undefined) return undefined;
        parts.push(part);
      }
      return `[${parts.join(',')}]`;
    },
    keep(flights, answers) {
      flights.forEach((flight, i) => {
        const key = keyOf(flight);
        const answer = answers[i];
        if (answer && key !== undefined) put(key, JSON.stringify(answer));
      });
    },
  };
}

/** The flights of a request which has their number right. */
function listOf(input: unknown): readonly unknown[] | undefined {
  if (typeof input !== 'object' || input === null || !('flights' in input)) return undefined;
  const { flights } = input;
  const fits = Array.isArray(flights) && flights.length > 0 && flights.length <= MAX_FLIGHTS;
  return fits ? flights : undefined;
}
