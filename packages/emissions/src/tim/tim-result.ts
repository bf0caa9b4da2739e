/** Results of the estimator, from live and offline figures. */
import type { ContrailRisk, Flight, FlightLabel, ProvenanceStep } from '@flight-offset/core';
import type { FlightEstimate } from '../estimate/flight-estimate.ts';
import { dateText } from '../flight/date-text.ts';
import type { LiveEstimate } from './live-estimate.ts';
import type { ContrailsBucket, EasaLabel, TimFigures } from './tim-response.ts';

const METHOD_URL = 'https://travelimpactmodel.org';

/** The regulation on the label: Commission Implementing Regulation (EU) 2024/3170. */
const LABEL_URL = 'https://eur-lex.europa.eu/eli/reg_impl/2024/3170/oj';

const RISKS: Readonly<Record<ContrailsBucket, ContrailRisk['risk']>> = {
  negligible: 'low',
  moderate: 'medium',
  severe: 'high',
};

/** Returns the label for the page; undefined if there is none, or once its last day has ended everywhere on earth. */
function labelOf({ version, expires }: EasaLabel, now: number): FlightLabel | undefined {
  if (expires === undefined) return undefined;
  // The last day ends at 12:00 UTC of the next one in the last time zone (UTC-12).
  const end = Date.UTC(expires.year, expires.month - 1, expires.day + 1, 12);
  if (now >= end) return undefined;
  const name = version === undefined ? 'EU Flight Emissions Label' : `EU Flight Emissions Label ${version}`;
  return { text: `${name}, valid until ${dateText(expires)}`, url: LABEL_URL };
}

function provenanceOf(figures: TimFigures, modelVersion: string): ProvenanceStep[] {
  const { source, label, contrails, emissionsGramsPerPax } = figures;
  const isEasa = source === 'easa';
  const by = {
    source: isEasa
      ? `EU Flight Emissions Label, by the Travel Impact Model API ${modelVersion}`
      : `Travel Impact Model API ${modelVersion}`,
    publisher: isEasa ? 'EASA' : 'Google',
  };
  const economy = emissionsGramsPerPax.economy ?? Object.values(emissionsGramsPerPax)[0]!;
  const tier = isEasa ? 'label' : 'flight';
  const steps: ProvenanceStep[] = [
    { step: 'economy passenger', value: economy, unit: 'g CO2e', tier, ...by },
  ];
  if (label?.safDiscount !== undefined)
    steps.push({ step: 'sustainable fuel, not in the figure', value: label.safDiscount, tier, ...by });
  if (contrails !== undefined)
    steps.push({ step: 'contrails, not in the figure', value: contrails, tier: 'flight', ...by });
  return steps;
}

/** Creates the result of a live figure. */
export function liveResult(
  flight: Flight,
  figures: TimFigures,
  modelVersion: string,
  now: number,
): LiveEstimate {
  const { source, emissionsGramsPerPax, contrails } = figures;
  const label = figures.label && labelOf(figures.label, now);
  return {
    flight,
    emissionsGramsPerPax,
    source,
    methodName: source === 'easa' ? 'EU Flight Emissions Label' : 'Travel Impact Model',
    methodUrl: METHOD_URL,
    modelVersion,
    provenance: provenanceOf(figures, modelVersion),
    ...(label && { label }),
    ...(contrails && {
      contrails: { risk: RISKS[contrails], method: `Travel Impact Model ${modelVersion}`, url: METHOD_URL },
    }),
  };
}

/** Creates the result of an offline figure, with its range and derivation. */
export function offlineResult(flight: Flight, estimate: FlightEstimate): LiveEstimate {
  const { emissionsGramsPerPax, interval, aircraft, provenance, warnings, modelVersion } = estimate;
  return {
    flight,
    emissionsGramsPerPax,
    source: 'offline',
    methodName: 'Travel Impact Model 3.0 method, open data',
    methodUrl: METHOD_URL,
    modelVersion,
    provenance,
    interval,
    aircraft,
    warnings,
  };
}
