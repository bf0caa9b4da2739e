import { type Flight, MAX_FLIGHTS } from '@flight-offset/core';
import type { FlightEstimate } from '@flight-offset/emissions';

/** Answers to flights asked before: the same flight of the same model emits the same. */
export interface Remembered {
  /**
   * The answer to a calculate request, as JSON, where every flight of it was asked before; undefined else. What is
   * remembered was checked when it was first asked, so that a repeat need not be.
   */
  answer(input: unknown): string | undefined;
  /** Keeps the answers to flights which were just estimated. */
  keep(flights: readonly Flight[], answers: readonly FlightEstimate[]): void;
}

const MOST_FLIGHTS = 50_000;
const LONGEST = 300;

/** One flight of an answer of calculate. */
export function resultJson({ flight, emissionsGramsPerPax }: FlightEstimate): string {
  return JSON.stringify({ flight, emissionsGramsPerPax });
}

/** A memory of the flights asked last, by their own JSON as it was sent. */
export function createRemembered(): Remembered {
  const known = new Map<string, string>();

  return {
    answer(input) {
      const flights = listOf(input);
      if (!flights) return undefined;
      const parts: string[] = [];
      for (const flight of flights) {
        const part = known.get(JSON.stringify(flight));
        if (part === undefined) return undefined;
        parts.push(part);
      }
      return `[${parts.join(',')}]`;
    },
    keep(flights, answers) {
      flights.forEach((flight, i) => {
        const key = JSON.stringify(flight);
        const answer = answers[i];
        if (!answer || key.length > LONGEST) return;
        if (known.size >= MOST_FLIGHTS) known.delete(known.keys().next().value ?? '');
        known.set(key, resultJson(answer));
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
