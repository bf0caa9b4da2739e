/**
 * Trips as the GHG Protocol reports business travel (scope 3, category 6): the minimum boundary is the carriers'
 * emissions (tank-to-wake); producing the fuel is stated beside it.
 */
import { cabinsText, calculationModel, dateOfLeg, flightText, kilograms } from './iso-14083.ts';
import type { TripEstimate, TripLegEstimate } from './trip-estimate.ts';

/** Grade of a data quality indicator, in the words of the Scope 3 Standard (table 7.6). */
export type DataQuality = 'very good' | 'good' | 'fair' | 'poor';

/** One leg of business travel. */
export interface GhgProtocolRow {
  readonly standard: 'GHG Protocol Corporate Value Chain (Scope 3) Standard';
  readonly category: '6 Business travel';
  readonly trip: string;
  readonly leg: number;
  readonly origin: string;
  readonly destination: string;
  readonly flight: string;
  readonly date: string;
  readonly passengers: number;
  readonly cabins: string;
  /** Great-circle kilometres of one traveller, and of all. */
  readonly distanceKm: number;
  readonly passengerKm: number;
  /** Emissions of the carrier: the minimum boundary, kg CO2e. */
  readonly tankToWakeKg: number;
  /** Producing and transporting the fuel: optional in this category, kg CO2e. */
  readonly wellToTankKg: number;
  readonly wellToWakeKg: number;
  /** Biogenic CO2 is reported separately: fossil kerosene has none. */
  readonly biogenicCo2Kg: 0;
  /** The method of the guidance, and how the factor was derived. */
  readonly calculationMethod: string;
  /** Data quality indicators, by the sources of the figure. */
  readonly technologicalRepresentativeness: DataQuality;
  readonly geographicalRepresentativeness: DataQuality;
  readonly reliability: DataQuality;
  /** Half the width of the 80 % interval, in percent of the figure; null if there is no interval. */
  readonly uncertaintyPercent: number | null;
  /** Share of the figure that is calculated from supplier data: none. */
  readonly supplierDataPercent: 0;
  readonly calculationModel: string;
}

/** Quality by aircraft: the caller's, the carrier's on the route, its fleet, or the world's. */
const AIRCRAFT_QUALITY: Readonly<Record<string, DataQuality>> = {
  caller: 'very good',
  'carrier and route': 'good',
  'carrier fleet by distance': 'fair',
};

/** Quality by distance factor: airports, countries, or the world. */
const DISTANCE_QUALITY: Readonly<Record<string, DataQuality>> = {
  caller: 'very good',
  'airport pair': 'very good',
  'country pair': 'good',
};

/** Returns the grade of a step of the derivation; poor if it is a default. */
function qualityOf(
  { estimate }: TripLegEstimate,
  name: string,
  grades: Readonly<Record<string, DataQuality>>,
): DataQuality {
  const tier = estimate?.provenance.find(({ step }) => step === name)?.tier ?? '';
  return Object.hasOwn(grades, tier) ? grades[tier]! : 'poor';
}

/** Returns the reliability: a filed or reported load is more reliable than the default. */
function reliabilityOf({ estimate }: TripLegEstimate): DataQuality {
  const tier = estimate?.provenance.find(({ step }) => step === 'load factor')?.tier;
  if (tier === undefined) return 'poor';
  return tier === 'default' ? 'fair' : 'good';
}

function uncertaintyOf({ grams, range }: TripLegEstimate): number | null {
  return range === undefined ? null : Math.round((500 * (range.high - range.low)) / grams.wtw) / 10;
}

function rowOf(trip: TripEstimate, leg: TripLegEstimate, at: number): GhgProtocolRow {
  return {
    standard: 'GHG Protocol Corporate Value Chain (Scope 3) Standard',
    category: '6 Business travel',
    trip: trip.id ?? '',
    leg: at + 1,
    origin: leg.leg.origin.toUpperCase(),
    destination: leg.leg.destination.toUpperCase(),
    flight: flightText(leg),
    date: dateOfLeg(leg),
    passengers: trip.passengers,
    cabins: cabinsText(trip),
    distanceKm: leg.greatCircleKm,
    passengerKm: Math.round(leg.greatCircleKm * trip.passengers * 10) / 10,
    tankToWakeKg: kilograms(leg.grams.ttw),
    wellToTankKg: kilograms(leg.grams.wtt),
    wellToWakeKg: kilograms(leg.grams.wtw),
    biogenicCo2Kg: 0,
    calculationMethod: `distance-based. ${leg.method}`,
    technologicalRepresentativeness: qualityOf(leg, 'aircraft', AIRCRAFT_QUALITY),
    geographicalRepresentativeness: qualityOf(leg, 'distance factor', DISTANCE_QUALITY),
    reliability: reliabilityOf(leg),
    uncertaintyPercent: uncertaintyOf(leg),
    supplierDataPercent: 0,
    calculationModel: calculationModel(trip),
  };
}

/**
 * Returns the rows of a report on some trips, leg by leg.
 * @example
 * const rows = ghgProtocolReport(trips.map((trip: TripInput) => estimateTrip(trip)));
 */
export function ghgProtocolReport(trips: readonly TripEstimate[]): GhgProtocolRow[] {
  return trips.flatMap((trip) => trip.legs.map((leg, at) => rowOf(trip, leg, at)));
}
