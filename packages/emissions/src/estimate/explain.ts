import { seatsText } from '../aircraft/seats.ts';
import { dateText } from '../flight/date-text.ts';
import type { FlightEstimate, ProvenanceStep } from './flight-estimate.ts';

/** Maximum number of aircraft listed. */
const MAX_AIRCRAFT = 5;

const kilograms = (grams: number): string => `${(grams / 1000).toFixed(1)} kg`;

function stepLine(step: ProvenanceStep, width: number): string {
  const { step: name, value, unit, tier, source, publisher, period, confidence } = step;
  const origin = [publisher, period, confidence].filter((part) => part !== undefined).join(', ');
  const text = `  ${name.padEnd(width)}  ${value}${unit === undefined ? '' : ` ${unit}`}  [${tier}] ${source}`;
  return origin === '' ? text : `${text} (${origin})`;
}

/**
 * Writes the derivation of an estimate as plain text of some 25 lines: result by cabin with interval, aircraft
 * considered, each step with its value, tier and source. Each line can be read by itself; the text ends without a line
 * break.
 * @example
 * const [estimate] = estimateFlights([flight]);
 * if (estimate) console.log(explain(estimate));
 */
export function explain(estimate: FlightEstimate): string {
  const { flight, emissionsGramsPerPax: grams, interval, ttwGramsPerPax, wttGramsPerPax } = estimate;
  const date = dateText(flight.departureDate);
  const route = `${flight.origin.toUpperCase()}-${flight.destination.toUpperCase()}`;
  const carrier = `${flight.operatingCarrierCode.toUpperCase()} ${flight.flightNumber}`;
  const cabins = [
    ['economy', 'economy'],
    ['premium economy', 'premiumEconomy'],
    ['business', 'business'],
    ['first', 'first'],
  ] as const;
  const width = Math.max(...estimate.provenance.map(({ step }) => step.length));
  const shown = estimate.aircraft.slice(0, MAX_AIRCRAFT);
  const hidden = estimate.aircraft.length - shown.length;
  return [
    `${route}, ${carrier}, ${date}: CO2e per passenger, well-to-wake`,
    ...cabins.map(([name, cabin]) => {
      const range = `likely ${kilograms(interval.low[cabin])} to ${kilograms(interval.high[cabin])}`;
      return `  ${name.padEnd(16)} ${kilograms(grams[cabin]).padStart(10)}   ${range}`;
    }),
    `  of the economy figure: burning the fuel ${kilograms(ttwGramsPerPax.economy)}, making it ${kilograms(wttGramsPerPax.economy)}`,
    '',
    `Aircraft considered, over ${estimate.distanceKm} km flown`,
    ...shown.map(({ name, icao, share, seats, fuelKg, economyGramsPerPax }) => {
      const part = `${(100 * share).toFixed(0).padStart(3)} %`;
      return `  ${part}  ${name} (${icao}), ${seatsText(seats)}, ${fuelKg} kg of fuel, economy ${kilograms(economyGramsPerPax)}`;
    }),
    ...(hidden > 0 ? [`  and ${hidden} less likely`] : []),
    '',
    'Steps (means over the aircraft of the likelier body)',
    ...estimate.provenance.map((step) => stepLine(step, width)),
    '',
    ...estimate.warnings.map(({ message }) => `Note: ${message}`),
    `The likely range is the 10th to the 90th percentile over aircraft, seats, load and cargo.`,
    `Model ${estimate.modelVersion}, after the Travel Impact Model 3.0.`,
  ].join('\n');
}
