/**
 * Published figures that the engine is measured against: values of TIM 2.0 and 3.0 for real flights. They are read in
 * place and never copied; no shipped number is computed from them.
 */
import type { FlightInput } from '../../src/flight/flight-input.ts';
import { numberOf, type Row, textOf } from '../build/csv.ts';
import { sourceTable } from '../build/sources.ts';

/** A cabin as the engine spells it. */
export type Cabin = 'first' | 'business' | 'premiumEconomy' | 'economy';

/** One published figure. */
export interface Reference {
  readonly flight: FlightInput;
  /** IATA code of the aircraft shown; a family such as 777 if no more was shown. */
  readonly aircraft: string | undefined;
  readonly shown: string;
  readonly cabin: Cabin;
  readonly grams: number;
}

/** Names of aircraft in flight search, and the IATA code that is exactly as specific. */
const CODES: Readonly<Record<string, string>> = {
  'Airbus A220-300 Passenger': '223',
  'Airbus A319': '319',
  'Airbus A320': '320',
  'Airbus A320neo': '32N',
  'Airbus A321': '321',
  'Airbus A321 (Sharklets)': '32B',
  'Airbus A321neo': '32Q',
  'Airbus A330': '330',
  'Airbus A330-900neo': '339',
  'Airbus A340': '340',
  'Airbus A350': '350',
  'Airbus A380': '388',
  'Boeing 737': '737',
  'Boeing 737MAX 8 Passenger': '7M8',
  'Boeing 737MAX 9 Passenger': '7M9',
  'Boeing 757': '757',
  'Boeing 767': '767',
  'Boeing 777': '777',
  'Boeing 787': '787',
  'Boeing 787-10': '781',
  'Canadair RJ 1000': 'CRK',
  'Canadair RJ 700': 'CR7',
  'Canadair RJ 900': 'CR9',
  'De Havilland-Bombardier Dash-8': 'DH8',
  'Embraer 175': 'E75',
  'Embraer 190': 'E90',
  'Embraer 190 E2': '290',
  'Fokker 70': 'F70',
};

function referenceOf(row: Row): Reference {
  const [year = 0, month = 0, day = 0] = textOf(row, 'date').split('-').map(Number);
  const shown = textOf(row, 'aircraft_as_shown');
  if (shown !== '' && CODES[shown] === undefined) throw new Error(`no code for aircraft ${shown}`);
  return {
    flight: {
      origin: textOf(row, 'origin'),
      destination: textOf(row, 'destination'),
      operatingCarrierCode: textOf(row, 'carrier'),
      flightNumber: numberOf(row, 'flightNumber'),
      departureDate: { year, month, day },
    },
    aircraft: CODES[shown],
    shown,
    cabin: textOf(row, 'cabin') as Cabin,
    grams: numberOf(row, 'grams'),
  };
}

/** Reads all published figures. */
export function readReferences(): Reference[] {
  return sourceTable('tim-reference-flights.csv').map(referenceOf);
}
