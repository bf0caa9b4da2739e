import * as z from 'zod';
import { flightEmissionsResultSchema, gramsPerCabinSchema } from './flight-emissions.ts';
import { typicalSchema } from './typical.ts';

const share = z.number().min(0).max(1);
const seats = z.number().min(0);

/** One aircraft type that may fly the flight, and how likely it is. */
export const aircraftCandidateSchema = z
  .object({
    icao: z.string().meta({ description: 'ICAO type designator.', examples: ['B789'] }),
    name: z.string().meta({ examples: ['Boeing 787-9'] }),
    body: z.enum(['narrow', 'wide']),
    share: share.meta({ description: 'Likelihood, 0 to 1; all candidates add up to 1.' }),
    seats: z
      .object({ first: seats, business: seats, premiumEconomy: seats, economy: seats })
      .optional()
      .meta({ description: 'Seats of the likeliest layout, by cabin.' }),
    fuelKg: z.number().optional().meta({ description: 'Fuel burned on the flight, kilograms.' }),
    economyGramsPerPax: z
      .number()
      .optional()
      .meta({ description: 'Figure in economy if this type flies, grams per passenger.' }),
  })
  .meta({ id: 'AircraftCandidate' });

/** One aircraft type that may fly the flight. */
export type AircraftCandidate = z.infer<typeof aircraftCandidateSchema>;

/** One step of a derivation: what was used, and where it came from. */
export const provenanceStepSchema = z
  .object({
    step: z.string().meta({ description: 'Name of the step.', examples: ['distance factor'] }),
    value: z.union([z.number(), z.string()]),
    unit: z
      .string()
      .optional()
      .meta({ examples: ['km'] }),
    tier: z.string().meta({ description: 'How specific the source is.', examples: ['airport pair'] }),
    source: z
      .string()
      .meta({ description: 'Where the figure comes from, in words.', examples: ['GAIA 2023'] }),
    publisher: z
      .string()
      .optional()
      .meta({ examples: ['GAIA, Teoh et al.'] }),
    period: z
      .string()
      .optional()
      .meta({ description: 'Period that the figure covers.', examples: ['2019-2021'] }),
    confidence: z
      .string()
      .optional()
      .meta({
        description: 'Confidence: published, high, medium, low, partly general knowledge, general knowledge.',
        examples: ['published'],
      }),
  })
  .meta({ id: 'ProvenanceStep' });

/** One step of a derivation. */
export type ProvenanceStep = z.infer<typeof provenanceStepSchema>;

/** Maximum number of steps of a derivation; the engine has ten. */
const MAX_STEPS = 50;

/** Publisher, period and confidence of the data in each step of an estimate: a derivation without its values. */
export const stepSourcesSchema = z
  .array(
    provenanceStepSchema.pick({ step: true, tier: true, publisher: true, period: true, confidence: true }),
  )
  .max(MAX_STEPS);

/** Source of the value of one step. */
export type StepSource = z.infer<typeof stepSourcesSchema>[number];

/** 10th and 90th percentile of the estimate, grams per passenger by cabin. */
export const intervalSchema = z
  .object({ low: gramsPerCabinSchema, high: gramsPerCabinSchema })
  .meta({ id: 'Interval', description: '10th and 90th percentile, grams per passenger by cabin.' });

/** Why a figure is less certain than its interval suggests. */
export const flightWarningSchema = z
  .object({
    code: z.string().meta({
      description: 'Stable, for programs; a new version may add codes.',
      examples: ['aircraft_not_supported'],
    }),
    field: z
      .string()
      .meta({ description: 'The field it comes from; empty for the flight.', examples: ['aircraft'] }),
    message: z.string().meta({ description: 'What was assumed and what to do.' }),
  })
  .meta({ id: 'FlightWarning' });

/**
 * A result with its derivation: the response of the extension `POST {emissions_url}/api/estimates`. It has every field
 * of {@link flightEmissionsResultSchema}, so code that reads the plain result can read it too.
 */
export const flightEstimateResultSchema = flightEmissionsResultSchema
  .extend({
    interval: intervalSchema,
    ttwGramsPerPax: gramsPerCabinSchema.meta({ description: 'Tank-to-wake part, grams per passenger.' }),
    wttGramsPerPax: gramsPerCabinSchema.meta({ description: 'Well-to-tank part, grams per passenger.' }),
    distanceKm: z.number().meta({ description: 'Flown distance, kilometres.' }),
    aircraft: z.array(aircraftCandidateSchema),
    provenance: z.array(provenanceStepSchema),
    warnings: z.array(flightWarningSchema).optional(),
    modelVersion: z.string().meta({ examples: ['3.0.0.20261121'] }),
    methodUrl: z.url().optional(),
    typical: typicalSchema.optional(),
  })
  .meta({
    id: 'FlightEstimateResult',
    description: 'Extension. A flight emissions result with its derivation.',
  });

/** A flight emissions result with its derivation. */
export type FlightEstimateResult = z.infer<typeof flightEstimateResultSchema>;

/** Response of the extension `POST {emissions_url}/api/estimates`. */
export const estimateResponseSchema = z.array(flightEstimateResultSchema).meta({ id: 'EstimateResponse' });
