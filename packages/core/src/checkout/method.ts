import * as z from 'zod';

/** The name of a method, with its version. */
const namedMethodSchema = z.object({ name: z.string(), version: z.string().optional() });

/** Note about a figure: a code with its values, which a page states in its own language. */
export const figureNoteSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('average_of_cabins') }),
  z.object({
    code: z.literal('ground_handling'),
    gramsPerPassenger: z.int().min(0),
    airportVisits: z.int().min(1),
  }),
  z.object({ code: z.literal('other_methods'), methods: z.array(namedMethodSchema).min(1) }),
]);

/** Note about a figure. */
export type FigureNote = z.infer<typeof figureNoteSchema>;

/** How an estimate was made. */
export const methodSchema = namedMethodSchema.extend({
  name: z.string().meta({
    description: 'Proper name of the method, in English.',
    examples: ['Travel Impact Model 3.0 method, open data'],
  }),
  code: z
    .enum(['travel_impact_model', 'service_estimate'])
    .optional()
    .meta({ description: 'Set if pages name the method in their own language, in place of `name`.' }),
  url: z.url().optional(),
  note: z.string().optional().meta({ description: "A sentence of the merchant's own, shown as it is." }),
  notes: z.array(figureNoteSchema).optional(),
});

/** How an estimate was made. */
export type Method = z.infer<typeof methodSchema>;
