import {
  type Flight,
  parse,
  type QuoteRequest,
  quoteRequestSchema,
  type Travellers,
} from '@flight-offset/core';
import * as z from 'zod';
import { readInput } from './input.ts';

/** Itinerary to quote: every leg, and who sits in which cabin. */
export interface Itinerary {
  readonly legs: readonly Flight[];
  /** At least one group has seats. */
  readonly travellers: readonly Travellers[];
  /** Travellers with a seat. */
  readonly seated: number;
  readonly locale: string | undefined;
  /** Currency of the price, if the page names one. */
  readonly currency: string | undefined;
  /** Tags that the page attaches to the order. */
  readonly tags: Pick<QuoteRequest, 'variant' | 'metadata'>;
}

const SEATS = z
  .array(z.unknown())
  .refine((groups) => groups.some((group) => (group as Travellers).kind === 'seat'), {
    error: 'must hold at least one group with seats',
  });

/** The flights were checked with the request: this checks only their number with the return flights. */
const LEGS = z.array(z.custom<Flight>()).max(50, 'must hold at most 50 flights, return flights included');

/**
 * Reads a request for a quote.
 * @throws ValidationError that names the invalid field.
 */
export function readItinerary(input: unknown): Itinerary {
  const request = readInput(quoteRequestSchema, input);
  const travellers = request.travellers ?? [
    { cabin: request.cabin, kind: 'seat' as const, count: request.passengers },
  ];
  parse(SEATS, travellers, 'travellers');
  const back = request.returnDate
    ? request.flights.toReversed().map((flight) => backwards(flight, request.returnDate!))
    : [];
  return {
    legs: parse(LEGS, [...request.flights, ...back], 'flights'),
    travellers,
    seated: travellers.reduce((sum, { kind, count }) => sum + (kind === 'seat' ? count : 0), 0),
    locale: request.locale,
    currency: request.currency,
    tags: { variant: request.variant, metadata: request.metadata },
  };
}

function backwards(flight: Flight, departureDate: Flight['departureDate']): Flight {
  return { ...flight, origin: flight.destination, destination: flight.origin, departureDate };
}
