/**
 * Trips as ISO 14083:2023 reports them: one row per transport chain element (a flight), with the symbols of the
 * standard in the comments. Offsets are not part of such a report, and hub operations (airports) are not estimated.
 */
import { dateText } from '../flight/date-text.ts';
import type { DataCategory, TripEstimate, TripLegEstimate } from './trip-estimate.ts';

/** One transport chain element. */
export interface Iso14083Row {
  readonly standard: 'ISO 14083:2023';
  /** Name of the transport chain, which is the trip; empty if it has none. */
  readonly transportChain: string;
  /** Position of the element in the chain, from 1. */
  readonly transportChainElement: number;
  readonly transportOperationCategory: 'passenger air transport, belly freight shared';
  readonly origin: string;
  readonly destination: string;
  /** Carrier and flight number; empty if only the airports are known. */
  readonly flight: string;
  /** Departure date, YYYY-MM-DD; empty if only the airports are known. */
  readonly date: string;
  readonly passengers: number;
  /** Travellers by cabin, such as `2 economy, 1 business`. */
  readonly cabins: string;
  /** Transport activity distance: great circle, km. */
  readonly transportActivityDistanceKm: number;
  /** Distance over which the fuel is calculated, km. */
  readonly distanceFlownKm: number;
  /** Transport activity T: passengers times the transport activity distance, passenger-kilometres. */
  readonly transportActivityPkm: number;
  /** G of vehicle operation (tank-to-wake), kg CO2e. */
  readonly ghgOperationKg: number;
  /** G of vehicle energy provision (well-to-tank), kg CO2e. */
  readonly ghgEnergyProvisionKg: number;
  /** G: both (well-to-wake), kg CO2e. */
  readonly ghgTotalKg: number;
  /** g: well-to-wake emissions divided by the transport activity, g CO2e per passenger-kilometre. */
  readonly ghgIntensityGramsPerPkm: number;
  readonly energyCarrier: 'jet kerosene, fossil';
  readonly dataCategory: DataCategory;
  readonly allocation: 'freight by mass, 100 kg per passenger; cabins by floor space (IATA RP 1726)';
  readonly hubOperations: 'not included';
  readonly blackCarbon: 'not included';
  readonly calculationModel: string;
}

/** Converts grams to kilograms with a gram's precision. */
export const kilograms = (grams: number): number => Math.round(grams) / 1000;

/** Returns the carrier and number of a leg that is a flight; empty for airports alone. */
export function flightText({ estimate }: TripLegEstimate): string {
  if (estimate === undefined) return '';
  const { operatingCarrierCode, flightNumber } = estimate.flight;
  return `${operatingCarrierCode.toUpperCase()} ${flightNumber}`;
}

/** Returns the departure date of a leg that is a flight, YYYY-MM-DD; empty for airports alone. */
export function dateOfLeg({ estimate }: TripLegEstimate): string {
  return estimate === undefined ? '' : dateText(estimate.flight.departureDate);
}

/** Writes travellers by cabin. */
export const cabinsText = ({ travellers }: TripEstimate): string =>
  travellers.map(({ cabin, count }) => `${count} ${cabin}`).join(', ');

/** Returns the model that calculated the figures. */
export const calculationModel = ({ modelVersion }: TripEstimate): string =>
  `Flight Offset ${modelVersion}, after the Travel Impact Model 3.0`;

function rowOf(trip: TripEstimate, leg: TripLegEstimate, at: number): Iso14083Row {
  const pkm = Math.round(leg.greatCircleKm * trip.passengers * 10) / 10;
  return {
    standard: 'ISO 14083:2023',
    transportChain: trip.id ?? '',
    transportChainElement: at + 1,
    transportOperationCategory: 'passenger air transport, belly freight shared',
    origin: leg.leg.origin.toUpperCase(),
    destination: leg.leg.destination.toUpperCase(),
    flight: flightText(leg),
    date: dateOfLeg(leg),
    passengers: trip.passengers,
    cabins: cabinsText(trip),
    transportActivityDistanceKm: leg.greatCircleKm,
    distanceFlownKm: leg.flownKm,
    transportActivityPkm: pkm,
    ghgOperationKg: kilograms(leg.grams.ttw),
    ghgEnergyProvisionKg: kilograms(leg.grams.wtt),
    ghgTotalKg: kilograms(leg.grams.wtw),
    ghgIntensityGramsPerPkm: Math.round((leg.grams.wtw / pkm) * 10) / 10,
    energyCarrier: 'jet kerosene, fossil',
    dataCategory: leg.dataCategory,
    allocation: 'freight by mass, 100 kg per passenger; cabins by floor space (IATA RP 1726)',
    hubOperations: 'not included',
    blackCarbon: 'not included',
    calculationModel: calculationModel(trip),
  };
}

/**
 * Returns the rows of a report on some trips, leg by leg.
 * @example
 * const rows = iso14083Report(trips.map((trip: TripInput) => estimateTrip(trip)));
 */
export function iso14083Report(trips: readonly TripEstimate[]): Iso14083Row[] {
  return trips.flatMap((trip) => trip.legs.map((leg, at) => rowOf(trip, leg, at)));
}
