/** Formats in which the command writes trips: a text per trip, between a head and a foot. */
import { ghgProtocolReport, iso14083Report, type TripEstimate, tripGeoJson } from '../trips/index.ts';
import { csvLine } from './csv.ts';

/** Formats of `--format`. */
export const TRIP_FORMATS = ['jsonl', 'geojson', 'iso-14083', 'ghg-protocol'] as const;

/** A format of trips. */
export type TripFormat = (typeof TRIP_FORMATS)[number];

/** Writes trips one after the other. */
export interface TripWriter {
  readonly trip: (trip: TripEstimate) => string;
  /** Text of a trip that could not be estimated; empty if the format has no place for it. */
  readonly fault: (fault: TripFault) => string;
  /** Text that ends the file. */
  readonly end: () => string;
}

/** Why a line cannot be estimated as a trip. */
export interface TripFault {
  /** Line of the input, from 1. */
  readonly line: number;
  readonly id?: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Writes a trip as one line of JSON with the warnings of its flights; their derivation only if requested. */
function jsonTrip(trip: TripEstimate, withProvenance: boolean): string {
  const legs = trip.legs.map(({ estimate, leg, ...figures }) => ({
    leg,
    ...figures,
    ...(estimate && estimate.warnings.length > 0 && { warnings: estimate.warnings }),
    ...(withProvenance && estimate && { provenance: estimate.provenance }),
  }));
  return jsonLine({ ...trip, legs });
}

function jsonl(withProvenance: boolean): TripWriter {
  return { trip: (trip) => jsonTrip(trip, withProvenance), fault: jsonLine, end: () => '' };
}

function geoJson(): TripWriter {
  const airports = new Set<string>();
  let text = '{"type":"FeatureCollection","features":[';
  const take = (): string => {
    const taken = text;
    text = '';
    return taken;
  };
  let isFirst = true;
  return {
    trip(trip) {
      for (const feature of tripGeoJson([trip]).features) {
        const { airport } = feature.properties;
        if (typeof airport === 'string') {
          if (airports.has(airport)) continue;
          airports.add(airport);
        }
        text += `${isFirst ? '' : ','}\n${JSON.stringify(feature)}`;
        isFirst = false;
      }
      return take();
    },
    fault: () => '',
    end: () => `${take()}\n]}\n`,
  };
}

/** Writes rows of a report as CSV; the first row names the columns. */
function report(rowsOf: (trips: readonly TripEstimate[]) => readonly object[]): TripWriter {
  let hasHeader = false;
  return {
    trip(trip) {
      const rows = rowsOf([trip]);
      const header = hasHeader ? '' : csvLine(Object.keys(rows[0] ?? {}), ',');
      hasHeader = true;
      return (
        header +
        rows
          .map((row) =>
            csvLine(
              Object.values(row).map((cell) => cell ?? ''),
              ',',
            ),
          )
          .join('')
      );
    },
    fault: () => '',
    end: () => '',
  };
}

/** Creates a writer at the start of its output. */
export function tripWriter(format: TripFormat, withProvenance: boolean): TripWriter {
  switch (format) {
    case 'jsonl':
      return jsonl(withProvenance);
    case 'geojson':
      return geoJson();
    case 'iso-14083':
      return report(iso14083Report);
    case 'ghg-protocol':
      return report(ghgProtocolReport);
  }
}

/** Returns the warnings of a trip's flights, one per line, for the formats that have no place for them. */
export function warningLines({ legs }: TripEstimate, line: number): string {
  return legs
    .flatMap(({ estimate }, at) =>
      (estimate?.warnings ?? []).map(({ message }) => `line ${line}: legs[${at}]: ${message}\n`),
    )
    .join('');
}

const kilograms = (grams: number): string => `${(grams / 1000).toFixed(1)} kg CO2e`;

/** Writes a trip for people: a line for each leg, and the total. */
export function tripText(trip: TripEstimate): string {
  const legs = trip.legs.map(({ leg, grams, flownKm }) => {
    const route = `${leg.origin.toUpperCase()}-${leg.destination.toUpperCase()}`;
    return `${route.padEnd(15)} ${kilograms(grams.wtw)}, ${flownKm} km flown\n`;
  });
  const { wtw, ttw, wtt } = trip.grams;
  const passengers = `${trip.passengers} ${trip.passengers === 1 ? 'passenger' : 'passengers'}`;
  const total = `total           ${kilograms(wtw)} for ${passengers} (burning the fuel ${kilograms(ttw)}, making it ${kilograms(wtt)})\n`;
  const { nonCo2 } = trip;
  const beyond = nonCo2
    ? `beyond CO2      ${kilograms(nonCo2.grams)}, not part of the total (${nonCo2.multiplier} times what is burned: ${nonCo2.source})\n`
    : '';
  return `${legs.join('')}${total}${beyond}`;
}
