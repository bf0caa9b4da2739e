import * as z from 'zod';
import { flightSchema } from '../flights/flight.ts';
import { aircraftCandidateSchema, stepSourcesSchema } from '../flights/flight-estimate.ts';
import { typicalMethodSchema } from '../flights/typical.ts';

const grams = z.int().min(0);

/** 10th to 90th percentile of a figure, grams of CO2e. */
export const gramsRangeSchema = z.object({ low: grams, high: grams });

/** Comparison of a figure with the typical figure of its route. */
export const comparisonSchema = z.object({
  level: z.enum(['lower', 'typical', 'higher']),
  typicalGramsPerPassenger: grams,
  method: typicalMethodSchema.optional(),
  carriers: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Number of carriers over which the typical figure is the median.' }),
});

/** Comparison of a figure with the typical figure of its route. */
export type Comparison = z.infer<typeof comparisonSchema>;

/** One leg of a quoted itinerary. All masses are grams of CO2e per passenger in the quoted cabin. */
export const quotedLegSchema = z.object({
  flight: flightSchema,
  gramsPerPassenger: grams,
  range: gramsRangeSchema.optional().meta({ description: '10th to 90th percentile.' }),
  aircraft: z.array(aircraftCandidateSchema).optional(),
  comparison: comparisonSchema.optional(),
  sources: stepSourcesSchema.optional().meta({
    description: 'Publisher, period and confidence of each step, where the estimator states them.',
  }),
});

/** One leg of a quoted itinerary. */
export type QuotedLeg = z.infer<typeof quotedLegSchema>;
