/** Cells that the command adds to each row of a file. */
import { seatsText } from '../aircraft/seats.ts';
import type { FlightEstimate } from '../estimate/flight-estimate.ts';
import { tryEstimateFlight } from '../index.ts';
import { type FlightText, faultsOf, flightOf } from './flight-arguments.ts';

/** Steps of the derivation whose tier has a column of its own. */
const TIER_STEPS = {
  distanceTier: 'distance factor',
  aircraftTier: 'aircraft',
  seatsTier: 'equivalent capacity',
  loadTier: 'load factor',
  cargoTier: 'cargo mass fraction',
} as const;

const ESTIMATE_COLUMNS = [
  'economyGrams',
  'premiumEconomyGrams',
  'businessGrams',
  'firstGrams',
  'economyLowGrams',
  'economyHighGrams',
  'economyTtwGrams',
  'economyWttGrams',
  'flownKm',
  'likeliestAircraft',
  'likeliestSeats',
  ...Object.keys(TIER_STEPS),
  'modelVersion',
  'warning',
];

/** Returns the names of the added columns. */
export function estimateColumns(withProvenance: boolean): string[] {
  return [...ESTIMATE_COLUMNS, ...(withProvenance ? ['provenance'] : []), 'error'];
}

/** The cells of a row, as many as {@link estimateColumns}, and whether the flight could be estimated. */
export interface EstimateCells {
  readonly cells: readonly (string | number)[];
  readonly ok: boolean;
}

function cellsOf(estimate: FlightEstimate): (string | number)[] {
  const { emissionsGramsPerPax: grams, interval, ttwGramsPerPax, wttGramsPerPax } = estimate;
  const { icao, seats } = estimate.aircraft[0]!;
  const tierOf = (name: string): string => estimate.provenance.find(({ step }) => step === name)?.tier ?? '';
  return [
    grams.economy,
    grams.premiumEconomy,
    grams.business,
    grams.first,
    interval.low.economy,
    interval.high.economy,
    ttwGramsPerPax.economy,
    wttGramsPerPax.economy,
    estimate.distanceKm,
    icao,
    seatsText(seats),
    ...Object.values(TIER_STEPS).map(tierOf),
    estimate.modelVersion,
    estimate.warnings.map(({ message }) => message).join(' '),
  ];
}

/** Returns the cells of a row that could not be estimated: the last one says why. */
export function faultCells(error: string, withProvenance: boolean): EstimateCells {
  const empty = estimateColumns(withProvenance).slice(1);
  return { cells: [...empty.map(() => ''), error], ok: false };
}

/** Estimates the flight of a row. */
export function estimateCells(text: FlightText, withProvenance: boolean): EstimateCells {
  const flight = flightOf(text);
  const result = tryEstimateFlight(flight);
  if (!result.ok) return faultCells(faultsOf(flight), withProvenance);
  const { estimate } = result;
  const provenance = withProvenance ? [JSON.stringify(estimate.provenance)] : [];
  return { cells: [...cellsOf(estimate), ...provenance, ''], ok: true };
}
