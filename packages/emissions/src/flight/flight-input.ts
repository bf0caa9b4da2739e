/** Checks the input for a flight: hostile input is refused here, with the field named. */
import type { Flight } from '@flight-offset/core';
import { type AircraftCode, aircraftCode, knownCode } from '../aircraft/aircraft-codes.ts';
import type { CabinSeats } from '../aircraft/seats.ts';
import { airportRow, countryInRow, isSamePlace } from '../airports/airport-rows.ts';
import type { Leg } from '../airports/leg.ts';
import { carrierIata } from '../carriers/carriers.ts';
import { freightCarrier } from '../carriers/freight-carriers.ts';
import { carrierFleet, type Fleet } from '../fleets/fleet.ts';
import { airportOf } from './airport-input.ts';
import { departureDay } from './departure-day.ts';
import { invalid, isFields, Refusal, wholeNumber } from './flight-refusal.ts';
import type { FlightProblem } from './problem.ts';
import { surfaceCarrier, surfaceEquipment } from './surface.ts';

/** A flight, and everything else that the caller knows about it. */
export interface FlightInput extends Flight {
  /** Aircraft type, IATA (`789`, or a family such as `777`) or ICAO (`B789`). */
  readonly aircraft?: string | undefined;
  /** Seats of the aircraft by cabin; may be set without `aircraft`, but has little effect then. */
  readonly seats?: Partial<CabinSeats> | undefined;
  /** Passengers divided by seats, 0.001 (one passenger in the largest aircraft) to 1. */
  readonly loadFactor?: number | undefined;
  /** Cargo mass divided by cargo and passenger mass, 0 to below 1. */
  readonly cargoMassFraction?: number | undefined;
  /** Distance flown, km, in place of the great circle times the distance factor. */
  readonly distanceKm?: number | undefined;
}

/** A flight whose every field has been checked and looked up. */
export interface CheckedFlight extends Leg {
  /** IATA code of the carrier, and its fleet; undefined if unknown. */
  readonly carrier: string;
  readonly fleet: Fleet | undefined;
  readonly flightNumber: number;
  /** Day of departure, as a number such as 20261214. */
  readonly date: number;
  readonly aircraft: AircraftCode | undefined;
  /** The caller's aircraft code if there is no fuel data for it. */
  readonly unsupportedAircraft: string | undefined;
  readonly seats: CabinSeats | undefined;
  readonly loadFactor: number | undefined;
  readonly cargoMassFraction: number | undefined;
  readonly distanceKm: number | undefined;
}

/** More seats than any aircraft has. */
const MAX_SEATS = 1000;
/** One passenger in an aircraft of 1 000 seats; no figure can be calculated for fewer. */
const MIN_LOAD_FACTOR = 0.001;
/** Longer than half the circumference of the earth and any detour. */
const MAX_KM = 25_000;

/** Meaning of a carrier code. */
type Carrier = Pick<CheckedFlight, 'carrier' | 'fleet'>;

/** Carriers by the codes accepted so far; only few can be accepted. */
const accepted = new Map<string, Carrier>();

const carrierOf = (value: unknown): Carrier => accepted.get(value as string) ?? newCarrier(value);

function newCarrier(value: unknown): Carrier {
  const field = 'operatingCarrierCode';
  if (typeof value !== 'string' || !/^(?:[A-Za-z][A-Za-z0-9]|[0-9][A-Za-z]|[A-Za-z]{3})$/.test(value)) {
    throw invalid(field, 'an IATA airline code of 2 characters or an ICAO one of 3 letters');
  }
  const code = value.toUpperCase();
  const railway = surfaceCarrier(code);
  if (railway !== undefined) {
    const message = `${field} ${code} is ${railway}, which does not fly. Leave the surface segment out.`;
    throw new Refusal('surface_carrier', field, message);
  }
  const freight = freightCarrier(code);
  if (freight !== undefined) {
    const message = `${field} ${code} is ${freight}, which carries freight only. Check the operating carrier.`;
    throw new Refusal('freight_carrier', field, message);
  }
  const iata = carrierIata(code);
  if (iata === undefined) {
    const message = `${field} ${code} is not a known ICAO airline code. Give the IATA code of 2 characters.`;
    throw new Refusal('unknown_carrier', field, message);
  }
  const carrier = { carrier: iata, fleet: carrierFleet(iata) };
  accepted.set(value, carrier);
  return carrier;
}

/**
 * Returns the meaning of the caller's aircraft code; undefined if it is not given, or if there is no fuel data for it.
 */
const aircraft = (value: unknown): AircraftCode | undefined =>
  value === undefined ? undefined : (knownCode(value as string) ?? newAircraft(value));

function newAircraft(value: unknown): AircraftCode | undefined {
  if (typeof value !== 'string' || value.length < 3 || value.length > 4) throw invalidAircraft();
  const code = aircraftCode(value);
  if (code) return code;
  if (!/^[A-Za-z0-9]+$/.test(value)) throw invalidAircraft();
  const vehicle = surfaceEquipment(value.toUpperCase());
  if (vehicle !== undefined) {
    const message = `aircraft ${value} is ${vehicle}. Leave the surface segment out.`;
    throw new Refusal('surface_equipment', 'aircraft', message);
  }
  return undefined;
}

function invalidAircraft(): Refusal {
  return invalid('aircraft', 'an IATA (3 characters) or ICAO (4 characters) aircraft type');
}

/** Checks a field that may be left out. */
const optional = <T>(value: unknown, check: (value: unknown) => T): T | undefined =>
  value === undefined ? undefined : check(value);

function seatsOf(value: unknown): CabinSeats {
  if (!isFields(value)) throw invalid('seats', 'an object of first, business, premiumEconomy, economy');
  const cabin = (name: keyof CabinSeats): number =>
    value[name] === undefined ? 0 : wholeNumber(value[name], `seats.${name}`, 0, MAX_SEATS);
  const all = {
    first: cabin('first'),
    business: cabin('business'),
    premiumEconomy: cabin('premiumEconomy'),
    economy: cabin('economy'),
  };
  if (all.first + all.business + all.premiumEconomy + all.economy === 0) {
    throw invalid('seats', 'at least one seat in total');
  }
  return all;
}

function loadFactorOf(value: unknown): number {
  if (typeof value === 'number' && value >= MIN_LOAD_FACTOR && value <= 1) return value;
  throw invalid('loadFactor', `from ${MIN_LOAD_FACTOR} to 1`);
}

function cargoMassFractionOf(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value < 1) return value;
  throw invalid('cargoMassFraction', 'from 0 to below 1');
}

function distanceKmOf(value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= MAX_KM) return value;
  throw invalid('distanceKm', `above 0 and at most ${MAX_KM}`);
}

function check(flight: unknown): CheckedFlight {
  if (!isFields(flight)) throw new Refusal('invalid_value', '', 'a flight must be an object.');
  const from = airportOf(flight.origin, 'origin', flight);
  const to = airportOf(flight.destination, 'destination', flight);
  const fromRow = airportRow(from);
  const toRow = airportRow(to);
  const fromCountry = countryInRow(fromRow);
  const toCountry = countryInRow(toRow);
  // An airport may have two codes: FRU and BSZ are both Bishkek.
  if (fromCountry === toCountry && isSamePlace(fromRow, toRow)) {
    throw new Refusal(
      'same_airport',
      'destination',
      'destination is the same airport as origin. Check both codes.',
    );
  }
  const { carrier, fleet } = carrierOf(flight.operatingCarrierCode);
  const flightNumber = wholeNumber(flight.flightNumber, 'flightNumber', 1, 9999);
  const date = departureDay(flight.departureDate);
  const code = aircraft(flight.aircraft);
  return {
    from,
    to,
    fromRow,
    toRow,
    fromCountry,
    toCountry,
    carrier,
    fleet,
    flightNumber,
    date,
    month: Math.floor(date / 100) % 100,
    aircraft: code,
    unsupportedAircraft: code === undefined ? (flight.aircraft as string | undefined) : undefined,
    seats: optional(flight.seats, seatsOf),
    loadFactor: optional(flight.loadFactor, loadFactorOf),
    cargoMassFraction: optional(flight.cargoMassFraction, cargoMassFractionOf),
    distanceKm: optional(flight.distanceKm, distanceKmOf),
  };
}

/** Checks a flight of any origin. @returns The flight with its fields looked up, or the problem. */
export function checkFlight(flight: unknown): CheckedFlight | FlightProblem {
  try {
    return check(flight);
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
}
