import * as z from 'zod';

/** A flight's label that a law prescribes, such as the EU's Flight Emissions Label, for the page's slot. */
export const flightLabelSchema = z.object({
  text: z.string(),
  url: z.url(),
  imageUrl: z.url().optional(),
});

/** A flight's label, for the page's slot. */
export type FlightLabel = z.infer<typeof flightLabelSchema>;

/** Risk of contrails: shown beside the figure, never part of it. */
export const contrailRiskSchema = z.object({
  risk: z.enum(['low', 'medium', 'high']),
  method: z.string(),
  url: z.url().optional(),
});

/** Risk of contrails. */
export type ContrailRisk = z.infer<typeof contrailRiskSchema>;
