import {
  type Cabin,
  cabinSchema,
  departureDateSchema,
  type Flight,
  flightSchema,
  parse,
  type QuoteRequest,
  quoteRequestSchema,
} from '@flight-offset/core';
import * as z from 'zod';

const travellersSchema = z
  .array(
    z.object({
      cabin: cabinSchema.default('economy'),
      kind: z.enum(['seat', 'lap']).default('seat'),
      count: z.int().min(1).max(999),
    }),
  )
  .min(1, 'must name 1 to 20 groups')
  .max(20, 'must name at most 20 groups');

/**
 * Body of `POST quote`: the wire's own, and what goes beyond one cabin for all. `travellers` takes the place of
 * `cabin` and `passengers`; `kind: "lap"` is an infant without a seat. `returnDate` adds the same flights backwards.
 */
const itinerarySchema = quoteRequestSchema.extend({
  travellers: travellersSchema.optional(),
  returnDate: departureDateSchema.optional(),
});

/** One group of travellers: `lap` is an infant without a seat. */
export interface Travellers {
  readonly cabin: Cabin;
  readonly kind: 'seat' | 'lap';
  readonly count: number;
}

/** Body of `POST quote`, as a page may write it. */
export type ItineraryInput = QuoteRequest & {
  /** Groups, in place of `cabin` and `passengers`; economy and seats unless said otherwise. */
  readonly travellers?: readonly (Partial<Travellers> & Pick<Travellers, 'count'>)[];
  /** Adds the same flights backwards on this day. */
  readonly returnDate?: Flight['departureDate'];
};

/** What is to be quoted: every leg, and who sits where. */
export interface Itinerary {
  readonly legs: readonly Flight[];
  /** At least one group has seats. */
  readonly travellers: readonly Travellers[];
  /** Travellers with a seat. */
  readonly seated: number;
  readonly locale: string | undefined;
}

const SEATS = z
  .array(z.unknown())
  .refine((groups) => groups.some((group) => (group as Travellers).kind === 'seat'), {
    error: 'must hold at least one group with seats',
  });

const LEGS = z.array(flightSchema).max(50, 'must hold at most 50 flights, the way back included');

/**
 * Reads a request for a quote.
 * @throws ValidationError which names the field at fault.
 */
export function readItinerary(input: unknown): Itinerary {
  const request = parse(itinerarySchema, input);
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
  };
}

function backwards(flight: Flight, departureDate: Flight['departureDate']): Flight {
  return { ...flight, origin: flight.destination, destination: flight.origin, departureDate };
}
