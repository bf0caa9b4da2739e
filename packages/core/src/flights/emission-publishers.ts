import * as z from 'zod';

/** Maximum number of publishers that an order may name; an itinerary of four carriers has about ten. */
export const MAX_EMISSION_PUBLISHERS = 12;

/**
 * Part of a pattern in the OpenAPI document: written without Unicode classes and lookaheads, which not every language
 * has, and without U+2028, which would break a line of a generated client. `\s` includes U+2028.
 */
const VISIBLE = String.raw`[^\s\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`;
const SPACE = String.raw`[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]`;

/**
 * Publisher of data from which emissions were estimated: an authority, an agency, a project. 1 to 80 characters, the
 * first of them visible; no control characters, and none that turn the direction of the text around them.
 */
export const emissionPublisherSchema = z
  .string()
  .min(1)
  .max(80)
  .regex(
    new RegExp(`^${VISIBLE}(?:${VISIBLE}|${SPACE})*$`),
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
