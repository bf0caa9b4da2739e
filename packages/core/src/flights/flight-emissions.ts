import * as z from 'zod';
import { flightSchema } from './flight.ts';

/** The four cabins of the interface, from the front of the aircraft to its back. */
export const CABINS = ['first', 'business', 'premiumEconomy', 'economy'] as const;

/** Cabin class, spelt as in the interface. */
export type Cabin = (typeof CABINS)[number];

/** Cabin class, spelt as in the interface. */
export const cabinSchema: z.ZodEnum<{ [C in Cabin]: C }> = z.enum(CABINS);

const grams = z.number().min(0);

/** One figure per cabin; grams per passenger. */
export const gramsPerCabinSchema = z
  .object({ first: grams, business: grams, premiumEconomy: grams, economy: grams })
  .meta({ id: 'EmissionsGramsPerPax', description: 'Grams of CO2e per passenger, well-to-wake, by cabin.' });

/** One figure per cabin; grams per passenger. */
export type GramsPerCabin = z.infer<typeof gramsPerCabinSchema>;

/** Result for one flight, as `POST {emissions_url}/api/calculate` returns it. */
export const flightEmissionsResultSchema = z
  .object({
    flight: flightSchema.meta({ description: 'The flight that was calculated, echoed.' }),
    emissionsGramsPerPax: gramsPerCabinSchema,
  })
  .meta({ id: 'FlightEmissionsResult' });

/** Result for one flight: the flight as requested, and grams of CO2e per passenger by cabin. */
export type FlightEmissionsResult = z.infer<typeof flightEmissionsResultSchema>;

/** Response of a calculate request: one result per requested flight, in order. */
export const calculateResponseSchema = z.array(flightEmissionsResultSchema).meta({ id: 'CalculateResponse' });
