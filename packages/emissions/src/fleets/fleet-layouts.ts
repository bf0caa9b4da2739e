/** Layouts that an operator flies, read from the rows of the fleet table. */
import { aircraftType } from '../aircraft/aircraft.ts';
import { equivalentCapacity } from '../aircraft/cabin-weights.ts';
import { gramsPerKg } from '../aircraft/grams-per-kg.ts';
import { countryIndex } from '../airports/airports.ts';
import { carrierHome, lastDayOf, packedFleet } from '../carriers/carriers.ts';
import type { CarrierLoad } from '../statistics/load-factor.ts';
import { seatsFlown } from '../statistics/route-types.ts';
import { CorruptDataError, requirePositive } from '../tables/corrupt-data.ts';
import { LAYOUT_STEP_KM } from '../tables/packed-steps.ts';
import { farPower, flightRate, nearPower } from './fleet-weight.ts';
import { type Layout, type LayoutBasis, type LayoutConfidence, REGIONAL_SEATS } from './layout.ts';

const WINGLET_FACTOR = 0.97;
/** Decade of the rows' years. */
const DECADE = 2020;
/** Meaning of the letter of a row's confidence. */
const CONFIDENCES: Readonly<Record<string, readonly [LayoutConfidence, LayoutBasis]>> = {
  h: ['high', 'published'],
  m: ['medium', 'published'],
  l: ['low', 'published'],
  p: ['high', 'partly general knowledge'],
  q: ['medium', 'partly general knowledge'],
  r: ['low', 'partly general knowledge'],
  M: ['medium', 'general knowledge'],
  L: ['low', 'general knowledge'],
};

/** Scope of a layout that stays at home or abroad, by its letter. */
const SCOPES: Readonly<Record<string, Layout['scope']>> = { d: 'domestic', i: 'international' };

/**
 * Standard deviation of the logarithm of seats by which a layout may differ from the mean flown to the US: judged, more
 * than twice the difference of the two tables (see SEAT_SPREAD), so that only a clear contradiction counts.
 */
const SEATS_SPREAD = 0.12;

/** Returns how well a number of seats fits the mean of the carrier's type on flights to and from the US. */
function seatsFit(seats: number, carrier: string, type: number): number {
  const flown = seatsFlown(carrier, type);
  if (flown === undefined) return 1;
  const off = Math.log(seats / flown) / SEATS_SPREAD;
  return Math.exp((-off * off) / 2) + 0.02;
}

/**
 * Reads the flags of a row: confidence and basis; last digit of the year; `d` or `i` if it stays at home or abroad; `w`
 * with winglets; the brand flown for.
 */
function unpackFlags(flags: string): {
  confidence: LayoutConfidence;
  basis: LayoutBasis;
  year: number;
  scope: Layout['scope'];
  winglets: boolean;
  flownFor: string;
} {
  const known = CONFIDENCES[flags[0] ?? ''];
  if (known === undefined) throw new CorruptDataError('FLEETS', `no confidence in ${JSON.stringify(flags)}`);
  const [confidence, basis] = known;
  const scope = SCOPES[flags[2] ?? ''] ?? 'any';
  const at = scope === 'any' ? 2 : 3;
  const winglets = flags[at] === 'w';
  return {
    confidence,
    basis,
    year: DECADE + Number(flags[1]),
    scope,
    winglets,
    flownFor: flags.slice(winglets ? at + 1 : at),
  };
}

/** Operator of the aircraft in a fleet's row. */
export interface Operator {
  /** IATA code. */
  readonly carrier: string;
  /** Its load factors. */
  readonly load: CarrierLoad;
  /** Flight numbers under which it flies for a brand; 0 to 0 for the brand itself, and if it shares the brand's. */
  readonly fromNumber: number;
  readonly toNumber: number;
}

/** Owner of packed rows, and the brand whose layouts are read. */
interface RowsOf {
  readonly operator: Operator;
  /** Index of the operator's country. */
  readonly home: number;
  readonly brand: string;
}

/**
 * Returns the layouts that an operator flies for a brand (IATA code), in the order of its rows; for the brand itself
 * all rows.
 */
export function unpackLayouts(operator: Operator, brand: string, listed: ReadonlySet<number>): Layout[] {
  const [, ...rows] = packedFleet(operator.carrier)?.split('|') ?? [];
  const home = countryIndex(carrierHome(operator.carrier));
  const rowsOf = { operator, home, brand };
  return rows.flatMap((row, i) => unpackRow(row, rowsOf, listed.has(i)) ?? []);
}

/** Reads one packed row; undefined if the aircraft flies for a brand other than the requested one. */
function unpackRow(row: string, { operator, home, brand }: RowsOf, onlyListed: boolean): Layout | undefined {
  const { carrier, load, fromNumber, toNumber } = operator;
  const [type, count, first, business, premiumEconomy, economy, min, max, flags = ''] = row.split(' ');
  const { confidence, basis, year, scope, winglets, flownFor } = unpackFlags(flags);
  if (brand !== carrier && flownFor !== '' && flownFor !== brand) return undefined;
  const seats = {
    first: Number(first),
    business: Number(business),
    premiumEconomy: Number(premiumEconomy),
    economy: Number(economy),
  };
  const aircraft = aircraftType(Number(type));
  const minKm = Number(min) * LAYOUT_STEP_KM;
  const maxKm = Number(max) * LAYOUT_STEP_KM;
  const total = seats.first + seats.business + seats.premiumEconomy + seats.economy;
  const capacity = requirePositive('FLEETS', equivalentCapacity(seats, aircraft.body));
  // The order of the fields is that of typicalLayout: objects of one shape are read fastest. Fields that every estimate
  // reads come first, in few cache lines.
  return {
    type: aircraft,
    fuelFactor: winglets ? WINGLET_FACTOR : 1,
    domesticGramsPerKg: gramsPerKg(capacity, load.domestic),
    internationalGramsPerKg: gramsPerKg(capacity, load.international),
    rate: requirePositive('FLEETS', flightRate(Number(count), minKm, maxKm)),
    minKm,
    maxKm,
    nearScale: 1 / nearPower(minKm),
    farScale: farPower(maxKm),
    regional: total <= REGIONAL_SEATS,
    scope,
    home,
    onlyListed,
    until: lastDayOf(carrier),
    toNumber,
    fromNumber,
    usFit: seatsFit(total, carrier, aircraft.index),
    load,
    seats,
    capacity,
    confidence,
    basis,
    year,
  };
}
