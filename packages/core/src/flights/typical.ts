import * as z from 'zod';
import { gramsPerCabinSchema } from './flight-emissions.ts';

/**
 * How typical emissions of a route are calculated: over the carriers that fly it, weighted by departures; over the
 * carriers based in either country, weighted by how much of their fleets suits the distance; or by the mix of aircraft
 * types that the world flies at the distance.
 */
export const TYPICAL_METHODS = ['carriers_on_route', 'carriers_at_home', 'world_mix'] as const;

/** How typical emissions of a route are calculated. */
export type TypicalMethod = (typeof TYPICAL_METHODS)[number];

/** How typical emissions of a route are calculated: a code, which a page states in its own language. */
export const typicalMethodSchema: z.ZodEnum<{ [M in TypicalMethod]: M }> = z.enum(TYPICAL_METHODS);

/** Typical emissions between two airports, and how they were calculated. */
export const typicalSchema = z
  .object({
    emissionsGramsPerPax: gramsPerCabinSchema,
    method: typicalMethodSchema,
    carriers: z
      .int()
      .min(0)
      .meta({ description: 'Number of carriers over which the figure is the median; 0 for the world mix.' }),
  })
  .meta({ id: 'Typical', description: 'Typical emissions of the route, for comparison.' });
