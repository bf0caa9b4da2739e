import * as z from 'zod';
import { flightProblemCodeSchema } from '../flights/flight-problem.ts';

/** A flight of a request that cannot be estimated, and why. */
export const rejectedFlightSchema = z
  .object({
    index: z.int().min(0).meta({ description: 'Position in the request, from 0.' }),
    code: flightProblemCodeSchema.meta({ description: 'Reason, stable.', examples: ['unknown_airport'] }),
    field: z.string().meta({
      description: 'Invalid field; empty for the flight as a whole.',
      examples: ['origin'],
    }),
    message: z.string(),
  })
  .meta({ id: 'RejectedFlight' });

/** Body of every failure, as the gateway sends it. */
export const errorBodySchema = z
  .object({
    error: z.int32().meta({ description: 'Stable code: HTTP status × 100 + a number.', examples: [40002] }),
    message: z.string().meta({ description: 'What is wrong and what to do; names the field.' }),
    flights: z
      .array(rejectedFlightSchema)
      .optional()
      .meta({ description: 'Extension: each flight that cannot be estimated, and why.' }),
  })
  .meta({ id: 'ErrorBody' });

/** Body of every failure. */
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** A flight of a request that cannot be estimated, and why. */
export type RejectedFlight = z.infer<typeof rejectedFlightSchema>;

/**
 * Body of a failure as any service may send it: reasons with the service's own codes are kept as they are, and an
 * invalid list of reasons does not invalidate the code and the message.
 */
export const receivedErrorSchema = errorBodySchema.extend({
  flights: z
    .array(rejectedFlightSchema.extend({ code: z.string(), field: z.string().optional() }))
    .optional()
    .catch(undefined),
});

/** A flight that a service rejected, with whatever code it uses. */
export type ReceivedFlightRejection = NonNullable<z.infer<typeof receivedErrorSchema>['flights']>[number];
