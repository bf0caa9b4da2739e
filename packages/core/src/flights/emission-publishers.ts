import * as z from 'zod';

/** Maximum number of publishers that an order may name; an itinerary of four carriers has about ten. */
export const MAX_EMISSION_PUBLISHERS = 12;

/**
 * Who publishes figures that an amount of emissions was estimated from: an authority, an agency, a project. 1 to 80
 * characters, the first of them visible; no control characters, and none that turn the direction of the text around them.
 */
export const emissionPublisherSchema = z
  .string()
  .min(1)
  .max(80)
  .regex(
    // Not \p{Cc}: a pattern of the OpenAPI document is also read without Unicode classes.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what they are refused by
    /^(?!\s)[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+$/,
    'must hold printable characters only, no space first and no direction marks',
  );

/** The publishers of an order's emissions, each a {@link emissionPublisherSchema}; at most {@link MAX_EMISSION_PUBLISHERS}. */
export const emissionPublishersSchema = z
  .array(emissionPublisherSchema)
  .max(MAX_EMISSION_PUBLISHERS, `must hold at most ${MAX_EMISSION_PUBLISHERS} names`)
  .meta({
    description:
      'Extension: who publishes the figures that `emission_amount` was estimated from, in English; stated on the receipt.',
    examples: [['OurAirports, OpenTravelData', 'ICAO']],
  });
