/** Which aircraft a carrier flies, in which layouts and over which distances. */
import { type AircraftType, aircraftTypes } from './aircraft.ts';
import { equivalentCapacity } from './cabin-weights.ts';
import { CARRIERS_WITHOUT_FLEET, FLEETS, PARTNERS, ROUTE_LAYOUTS } from './data/fleets.ts';
import { flightRate } from './fleet-weight.ts';
import type { CabinSeats } from './seats.ts';

/** How well a layout is known. `type median`: not the carrier's own at all. */
export type LayoutConfidence = 'caller' | 'high' | 'medium' | 'low' | 'type median';

/** Aircraft of one type in one layout. */
export interface Layout {
  readonly type: AircraftType;
  readonly seats: CabinSeats;
  /** Economy seats the cabin is worth. */
  readonly capacity: number;
  /** 0.97 with winglets or sharklets the fuel table does not know, else 1. */
  readonly fuelFactor: number;
  readonly confidence: LayoutConfidence;
  /** Relative number of flights; see {@link flightRate}. */
  readonly rate: number;
  /** Distances it mostly flies, km. */
  readonly minKm: number;
  readonly maxKm: number;
  /** Flown inside one country only, abroad only, or either. */
  readonly scope: 'domestic' | 'international' | 'any';
  /** IATA code of who operates it: the carrier itself or a partner; empty for a usual layout of nobody. */
  readonly operator: string;
  /** ISO country its operator is at home in. */
  readonly home: string;
  /** Flight numbers under which another carrier flies it for the brand; 0 to 0 for the brand's own aircraft. */
  readonly fromNumber: number;
  readonly toNumber: number;
  /** Flies only the routes listed for it. */
  readonly onlyListed: boolean;
}

/** A layout known to fly a route. */
export interface RouteLayout {
  /** Position in the fleet's layouts. */
  readonly layout: number;
  /** Part of the carrier's flights on the route. */
  readonly share: number;
}

/** A carrier as a flight is sold under it, with the aircraft of those who fly for it. */
export interface Fleet {
  readonly iata: string;
  readonly layouts: readonly Layout[];
  /** Carriers whose routes are this one's too: itself and partners without flight numbers of their own. */
  readonly routeCarriers: readonly string[];
  /** Whether some flight numbers belong to partners alone. */
  readonly numbered: boolean;
  /** Routes on which a layout is known to fly, by both orders of the airports' codes. */
  readonly routeLayouts: ReadonlyMap<string, readonly RouteLayout[]>;
}

interface Carriers {
  /** Packed fleet by IATA code. */
  readonly packed: ReadonlyMap<string, string>;
  readonly iataByIcao: ReadonlyMap<string, string>;
  readonly partners: ReadonlyMap<string, readonly string[]>;
}

/** Distances are packed in steps of 50 km. */
const STEP_KM = 50;
const WINGLET_FACTOR = 0.97;
const CONFIDENCES: Readonly<Record<string, LayoutConfidence>> = { h: 'high', m: 'medium', l: 'low' };

let carriers: Carriers | undefined;
const fleets = new Map<string, Fleet | undefined>();

function decode(): Carriers {
  const packed = new Map<string, string>();
  const iataByIcao = new Map<string, string>();
  for (const known of CARRIERS_WITHOUT_FLEET.split(',')) iataByIcao.set(known.slice(2), known.slice(0, 2));
  for (const text of FLEETS.split(';')) {
    packed.set(text.slice(0, 2), text);
    iataByIcao.set(text.slice(2, 5), text.slice(0, 2));
  }
  const partners = new Map<string, string[]>();
  for (const text of PARTNERS.split(';')) {
    const brand = text.slice(0, 2);
    partners.set(brand, [...(partners.get(brand) ?? []), text.slice(3)]);
  }
  return { packed, iataByIcao, partners };
}

/** IATA code of a carrier given by IATA or ICAO code; an ICAO code nobody here knows gives undefined. */
export function carrierIata(code: string): string | undefined {
  carriers ??= decode();
  const upper = code.toUpperCase();
  return upper.length === 2 ? upper : carriers.iataByIcao.get(upper);
}

/** Layouts of one carrier; with `brand`, those it flies for that brand. */
function layoutsOf(iata: string, brand: string, fromNumber: number, toNumber: number): Layout[] {
  const text = carriers!.packed.get(iata);
  if (text === undefined) return [];
  const [head = '', ...rows] = text.split('|');
  const home = head.slice(5, 7);
  const listed = new Set(
    ROUTE_LAYOUTS.split(';').flatMap((entry) => {
      const [carrier, , , layout, , only] = entry.split(' ');
      return only === 'o' ? [`${carrier} ${layout}`] : [];
    }),
  );
  const layouts: Layout[] = [];
  for (const row of rows) {
    const [type = '', count, first, business, premiumEconomy, economy, min, max, flags = ''] = row.split(' ');
    const [, confidence = 'l', scope, winglets, flownFor] = /^([hml])([di]?)(w?)(.*)$/.exec(flags) ?? [];
    if (brand !== '' && flownFor !== '' && flownFor !== brand) continue;
    const seats = {
      first: Number(first),
      business: Number(business),
      premiumEconomy: Number(premiumEconomy),
      economy: Number(economy),
    };
    const aircraft = aircraftTypes()[Number(type)]!;
    const minKm = Number(min) * STEP_KM;
    const maxKm = Number(max) * STEP_KM;
    layouts.push({
      type: aircraft,
      seats,
      capacity: equivalentCapacity(seats, aircraft.body),
      fuelFactor: winglets === 'w' ? WINGLET_FACTOR : 1,
      confidence: CONFIDENCES[confidence]!,
      rate: flightRate(Number(count), minKm, maxKm),
      minKm,
      maxKm,
      scope: scope === 'd' ? 'domestic' : scope === 'i' ? 'international' : 'any',
      operator: iata,
      home,
      fromNumber,
      toNumber,
      onlyListed: brand === '' && listed.has(`${iata} ${layouts.length}`),
    });
  }
  return layouts;
}

function routeLayoutsOf(iata: string): ReadonlyMap<string, readonly RouteLayout[]> {
  const routes = new Map<string, RouteLayout[]>();
  for (const entry of ROUTE_LAYOUTS.split(';')) {
    const [carrier, origin, destination, layout, share] = entry.split(' ');
    if (carrier !== iata) continue;
    for (const route of [`${origin}${destination}`, `${destination}${origin}`]) {
      routes.set(route, [
        ...(routes.get(route) ?? []),
        { layout: Number(layout), share: Number(share) / 100 },
      ]);
    }
  }
  return routes;
}

/** ISO country a carrier (IATA code) is at home in; empty when its fleet is not known. */
export function carrierHome(iata: string): string {
  carriers ??= decode();
  return carriers.packed.get(iata)?.slice(5, 7) ?? '';
}

/** The fleet of a carrier by IATA code; undefined when it is not known. Decoded once a carrier. */
export function carrierFleet(iata: string): Fleet | undefined {
  if (fleets.has(iata)) return fleets.get(iata);
  carriers ??= decode();
  const layouts = layoutsOf(iata, '', 0, 0);
  const routeCarriers = [iata];
  let numbered = false;
  for (const text of carriers.partners.get(iata) ?? []) {
    const [partner = '', numbers] = text.split(' ');
    const [from = 0, to = 0] = numbers === undefined ? [] : numbers.split('-').map(Number);
    if (numbers === undefined) routeCarriers.push(partner);
    else numbered = true;
    layouts.push(...layoutsOf(partner, iata, from, to));
  }
  const fleet =
    layouts.length > 0
      ? { iata, layouts, routeCarriers, numbered, routeLayouts: routeLayoutsOf(iata) }
      : undefined;
  fleets.set(iata, fleet);
  return fleet;
}
