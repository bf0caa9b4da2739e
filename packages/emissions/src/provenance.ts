/** How a figure came about: each step with its value, how specific its source is, and the source. */
import type { Body } from './aircraft.ts';
import type { AircraftTier } from './candidates.ts';
import { WELL_TO_WAKE } from './carbon.ts';
import { type FlightDistance, flightCargo } from './chain.ts';
import type { Weighed } from './estimate-flight.ts';
import type { ProvenanceStep } from './flight-estimate.ts';
import type { CheckedFlight } from './flight-input.ts';

/** Who publishes what a step uses. */
const SOURCES = {
  caller: 'given by the caller',
  greatCircle: 'airport coordinates of OurAirports; sphere of 1 NM a minute of arc',
  gaia: 'GAIA 2023 (Teoh et al.), flown over great-circle distance',
  world: 'Travel Impact Model 3.0, world average',
  t100: 'US DOT T-100 segments, 2024 and February 2026',
  fleets: 'fleet table of this project',
  eea: 'EMEP/EEA air pollutant emission inventory guidebook 2023, 1.A.3.a Annex 1 (EUROCONTROL)',
  carbon: 'CORSIA life-cycle values, ISO 14083; 43.1 MJ/kg',
  cabins: 'IATA RP 1726, Travel Impact Model 3.0',
  cargo: 'US DOT T-100',
  filed: 'US DOT T-100, 2024: by carrier, airports at both ends, route and month',
  reported: 'annual and traffic reports of the carrier',
  default: 'Travel Impact Model 3.0 default (US mean of 2019)',
} as const;

const AIRCRAFT_SOURCES: Readonly<Record<AircraftTier, string>> = {
  caller: SOURCES.caller,
  'carrier and route': `${SOURCES.t100}; ${SOURCES.fleets}`,
  'carrier fleet by distance': SOURCES.fleets,
  'world fleet by distance': SOURCES.fleets,
};

function rounded(value: number, digits: number): number {
  const unit = 10 ** digits;
  return Math.round(value * unit) / unit;
}

/** Share-weighted mean over the candidates of the body the figure stands for. */
function mean(weighed: readonly Weighed[], body: Body, of: (one: Weighed) => number): number {
  let sum = 0;
  let share = 0;
  for (const one of weighed) {
    if (one.body !== body) continue;
    sum += one.share * of(one);
    share += one.share;
  }
  return sum / share;
}

/** The steps of an estimate, in the order they are reckoned. */
export function provenanceOf(
  flight: CheckedFlight,
  distance: FlightDistance,
  aircraftTier: AircraftTier,
  weighed: readonly Weighed[],
  body: Body,
  economyGrams: number,
): ProvenanceStep[] {
  const cargo = flightCargo(flight, body, distance.greatCircleKm);
  const likeliest = weighed.reduce((best, one) => (one.body === body && one.share > best.share ? one : best));
  const { loadTier } = likeliest;
  const loadSource =
    loadTier === 'caller'
      ? SOURCES.caller
      : loadTier === 'default'
        ? SOURCES.default
        : loadTier === 'carrier, US filings'
          ? SOURCES.filed
          : SOURCES.reported;
  const factorSource =
    distance.tier === 'caller' ? SOURCES.caller : distance.tier === 'default' ? SOURCES.world : SOURCES.gaia;
  const step = (
    name: string,
    value: number | string,
    unit: string | undefined,
    tier: string,
    source: string,
  ): ProvenanceStep =>
    unit === undefined ? { step: name, value, tier, source } : { step: name, value, unit, tier, source };
  return [
    step(
      'great-circle distance',
      rounded(distance.greatCircleKm, 1),
      'km',
      'airport pair',
      SOURCES.greatCircle,
    ),
    step('distance factor', rounded(distance.factor, 4), undefined, distance.tier, factorSource),
    step(
      'climb, cruise and descent',
      rounded(distance.cruiseNm, 1),
      'NM',
      'all types',
      'flown distance less 17 NM',
    ),
    step(
      'aircraft',
      `${likeliest.name} (${body} body)`,
      undefined,
      aircraftTier,
      AIRCRAFT_SOURCES[aircraftTier],
    ),
    step(
      'fuel',
      Math.round(mean(weighed, body, (one) => one.fuelKg)),
      'kg',
      `type ${likeliest.fuelIcao}`,
      SOURCES.eea,
    ),
    step('CO2e of the fuel', rounded(WELL_TO_WAKE, 4), 'kg/kg', 'well-to-wake', SOURCES.carbon),
    step(
      'cargo mass fraction',
      rounded(cargo.value, 4),
      undefined,
      cargo.tier,
      cargo.tier === 'caller' ? SOURCES.caller : SOURCES.cargo,
    ),
    step(
      'equivalent capacity',
      rounded(
        mean(weighed, body, (one) => one.capacity),
        1,
      ),
      'economy seats',
      `layout: ${likeliest.confidence}`,
      likeliest.confidence === 'caller'
        ? SOURCES.caller
        : `${SOURCES.fleets}; cabin weights of ${SOURCES.cabins}`,
    ),
    step(
      'load factor',
      rounded(
        mean(weighed, body, (one) => one.loadFactor),
        4,
      ),
      undefined,
      loadTier,
      loadSource,
    ),
    step(
      'economy passenger',
      Math.round(economyGrams),
      'g CO2e',
      'result',
      'mean of fuel × CO2e × (1 - cargo) / (capacity × load) over the aircraft',
    ),
  ];
}
