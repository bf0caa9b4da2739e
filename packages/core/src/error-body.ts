import * as z from 'zod';

/** Body of every failure. */
export const errorBodySchema = z
  .object({
    error: z.int32().meta({ description: 'Stable code: HTTP status × 100 + a number.', examples: [40002] }),
    message: z.string().meta({ description: 'What is wrong and what to do; names the field.' }),
    flights: z
      .array(
        z.object({
          index: z.int().min(0).meta({ description: 'Place in the request, from 0.' }),
          code: z.string().meta({ description: 'Reason, stable.', examples: ['unknown-airport'] }),
          field: z.string().meta({ description: 'Field at fault.', examples: ['origin'] }),
          message: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'Extension: each flight that cannot be estimated, and why.' }),
  })
  .meta({ id: 'Error' });

/** Body of every failure. */
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** A flight that cannot be estimated, and why. */
export type FlightProblem = NonNullable<ErrorBody['flights']>[number];
