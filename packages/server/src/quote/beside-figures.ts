/** Statements of an estimator beside its figures: flight labels and the risk of contrails. */
import {
  type ContrailRisk,
  contrailRiskSchema,
  type FlightLabel,
  flightLabelSchema,
} from '@flight-offset/core';
import type { FlightEstimateResponse } from '@flight-offset/core/server';

/** Returns the label of an itinerary, if every leg has one: a page must not show one leg's label for all. */
export function labelOf(results: readonly FlightEstimateResponse[]): FlightLabel | undefined {
  const labels: FlightLabel[] = [];
  for (const { label } of results) {
    const parsed = flightLabelSchema.safeParse(label);
    if (!parsed.success) return undefined;
    labels.push(parsed.data);
  }
  const [first] = labels;
  if (first === undefined) return undefined;
  const texts = [...new Set(labels.map(({ text }) => text))];
  return texts.length === 1 ? first : { text: texts.join('; '), url: first.url };
}

const RISKS: readonly ContrailRisk['risk'][] = ['low', 'medium', 'high'];

/** Returns the highest risk of contrails of an itinerary; undefined if a leg states none, which could be higher. */
export function contrailsOf(results: readonly FlightEstimateResponse[]): ContrailRisk | undefined {
  let highest: ContrailRisk | undefined;
  for (const { contrails } of results) {
    const parsed = contrailRiskSchema.safeParse(contrails);
    if (!parsed.success) return undefined;
    const isHigher = !highest || RISKS.indexOf(parsed.data.risk) > RISKS.indexOf(highest.risk);
    if (isHigher) highest = parsed.data;
  }
  return highest;
}
