/** Sources of the values of an estimate: publisher, period and confidence. */

import type { Leg } from '../airports/leg.ts';
import { usScope } from '../airports/us-zones.ts';
import type { AircraftTier } from '../candidates/candidates.ts';
import type { Layout, LayoutBasis, LayoutConfidence } from '../fleets/layout.ts';
import type { CargoTier } from '../statistics/cargo.ts';
import type { DistanceFactorTier } from '../statistics/distance-factor.ts';
import { type CarrierLoad, type LoadFactorTier, loadSourceOf } from '../statistics/load-factor.ts';
import { hasOwnMonths, type UsLoads } from '../statistics/us-filings.ts';

/** Source of a step's value. */
export interface StepSource {
  /** In words, for people. */
  readonly source: string;
  readonly publisher?: string;
  readonly period?: string;
  /** `published`, or the confidence of unpublished values: `high`, `medium`, `low`, `general knowledge`. */
  readonly confidence?: string;
}

const published = (source: string, publisher: string, period: string): StepSource => ({
  source,
  publisher,
  period,
  confidence: 'published',
});

const CALLER: StepSource = { source: 'given by the caller' };
const TIM = 'Travel Impact Model 3.0, Google';
const DOT = 'US Department of Transportation, Bureau of Transportation Statistics';
const PROJECT = 'Flight Offset';

/** Steps that always have the same source. */
type FixedStep = 'greatCircle' | 'climb' | 'fuel' | 'carbon' | 'result';

/** Sources of the steps that always have the same one. */
export const SOURCES: Readonly<Record<FixedStep, StepSource>> = {
  greatCircle: published(
    'airport coordinates; sphere of 1 NM per minute of arc',
    'OurAirports, OpenTravelData',
    '2026-05',
  ),
  climb: published('flown distance less 17 NM, which landing and take-off hold', TIM, '2025'),
  fuel: published(
    'EMEP/EEA air pollutant emission inventory guidebook, 1.A.3.a Annex 1, master emissions calculator 1.5',
    'European Environment Agency and EUROCONTROL',
    '2023',
  ),
  carbon: published('CORSIA life-cycle values on the scope of ISO 14083; 43.1 MJ/kg', 'ICAO', '2024'),
  result: { source: 'mean of fuel × CO2e × (1 - cargo) / (capacity × load) over the aircraft' },
};

/** Returns the source of a distance factor. */
export function distanceSource(tier: DistanceFactorTier): StepSource {
  if (tier === 'caller') return CALLER;
  if (tier === 'default') return published('world average', TIM, '2025');
  return published('flown over great-circle distance', 'GAIA, Teoh et al.', '2019-2021');
}

/** Returns the confidence of a layout, in words. */
function layoutConfidence({ confidence, basis }: Layout): string {
  if (basis === 'general knowledge') return basis;
  return basis === 'published' ? confidence : `${confidence}; ${basis}`;
}

/** Words for the basis of a layout in its source. */
const BASIS_WORDS: Readonly<Record<LayoutBasis, string>> = {
  published: '',
  'partly general knowledge': ', in part from general knowledge',
  'general knowledge': ', from general knowledge',
};

/** Returns the source of fleets, seats and counts of the likeliest layout. */
function fleetSource(layout: Layout, what: string): StepSource {
  if (layout.confidence === 'type median')
    return {
      source: `${what}: median of the world's fleets`,
      publisher: PROJECT,
      period: '2026',
      confidence: 'low',
    };
  return {
    source: `${what}, compiled by this project${BASIS_WORDS[layout.basis]}`,
    publisher: PROJECT,
    period: String(layout.year),
    confidence: layoutConfidence(layout),
  };
}

/** If a caller's code leaves a choice of types, the likeliest is the engine's choice. */
const FAMILY: StepSource = { source: 'family given by the caller; likeliest type by fleets and departures' };

/**
 * Returns the source of the aircraft.
 * @param known isType: the caller's code means one type; isListed: the likeliest layout is among those listed for the
 * route by hand.
 */
export function aircraftSource(
  tier: AircraftTier,
  layout: Layout,
  { isType, isListed }: { readonly isType: boolean; readonly isListed: boolean },
): StepSource {
  if (tier === 'caller') return isType ? CALLER : FAMILY;
  if (isListed)
    return {
      source: 'layouts written down by hand for this route, beside the fleet of the carrier',
      publisher: PROJECT,
      period: String(layout.year),
      confidence: 'general knowledge',
    };
  const fleet = fleetSource(layout, 'fleet of the carrier');
  if (tier === 'carrier and route')
    return {
      ...published(
        'T-100 segments, departures by type, blended with the fleet of the carrier',
        DOT,
        '2024 and February 2026',
      ),
      confidence: `published; fleet: ${layoutConfidence(layout)}`,
    };
  return tier === 'world fleet by distance'
    ? { ...fleet, source: "mix of the world's fleets at the distance" }
    : fleet;
}

/** Returns the source of a cargo mass fraction. */
export function cargoSource(tier: CargoTier): StepSource {
  if (tier === 'caller') return CALLER;
  const what = {
    'carrier and route': 'by carrier, route and direction',
    'route and body': 'by route and direction',
    'distance band and body': 'by distance and body, of flights inside, to and from the US',
  }[tier];
  return published(`T-100 segments, freight and mail ${what}`, DOT, 'January 2024, 2024, February 2026');
}

/** Returns the source of the seats; `confidence` is `caller` if the caller gives them. */
export function seatsSource(confidence: LayoutConfidence, layout: Layout): StepSource {
  const weights = 'weights of cabins: IATA RP 1726';
  if (confidence === 'caller') return { source: `${CALLER.source}; ${weights}` };
  const fleet = fleetSource(layout, 'seats of the carrier');
  return { ...fleet, source: `${fleet.source}; ${weights}` };
}

/**
 * Returns what a filed load was looked up by: only by carrier if the flight does not touch the US; otherwise also by
 * airports, but not under regional numbers (see `networkLoads`). The month is filed only with its route; otherwise it
 * is a zone's season.
 */
function filedLoadSource(flight: Leg, filed: UsLoads | undefined): StepSource {
  const by = (what: string): StepSource => published(`T-100 segments by carrier${what}`, DOT, '2024');
  const scope = usScope(flight.fromCountry, flight.toCountry);
  if (filed === undefined || scope === 'none') return by('');
  if (hasOwnMonths(filed, flight)) return by(', airports, route and month');
  const airports = filed.domesticAirports.size + filed.internationalAirports.size > 0 ? ' and airports' : '';
  const season =
    scope === 'abroad'
      ? 'IATA, load factors by region, 2019 and 2023-2025'
      : 'load factor of US carriers, 2019 and 2023';
  return by(`${airports}; month: ${season}`);
}

/** Returns the source of a flight's load factor. General knowledge names no publisher: no publication was read. */
export function loadSource(tier: LoadFactorTier, flight: Leg, load: CarrierLoad): StepSource {
  if (tier === 'caller') return CALLER;
  if (tier === 'carrier, US filings') return filedLoadSource(flight, load.filed);
  const reported = loadSourceOf(flight, load);
  if (reported === undefined) return published('default: mean of US carriers in 2019', TIM, '2019');
  const { publisher, source, period, confidence } = reported;
  return publisher === undefined
    ? { source: `${source}, from general knowledge`, period, confidence: 'general knowledge' }
    : { source, publisher, period, confidence: `published; ${confidence}` };
}
