/** Properties of aircraft of one type in one layout. */
import { type AircraftType, aircraftType, typicalSeats } from '../aircraft/aircraft.ts';
import { equivalentCapacity } from '../aircraft/cabin-weights.ts';
import type { CabinSeats } from '../aircraft/seats.ts';
import { NO_LAST_DAY } from '../carriers/carriers.ts';
import type { CarrierLoad } from '../statistics/load-factor.ts';

/** Maximum seats of a regional aircraft. */
export const REGIONAL_SEATS = 100;

/** How well a layout is known. `type median`: not the carrier's own at all. */
export type LayoutConfidence = 'caller' | 'high' | 'medium' | 'low' | 'type median';

/** Basis of a layout's seats and count: publications, these and general knowledge, or general knowledge alone. */
export type LayoutBasis = 'published' | 'partly general knowledge' | 'general knowledge';

/** Aircraft of one type in one layout. */
export interface Layout {
  readonly type: AircraftType;
  readonly seats: CabinSeats;
  /** Capacity in economy seats. */
  readonly capacity: number;
  /** 0.97 with winglets or sharklets that are not in the fuel table, else 1. */
  readonly fuelFactor: number;
  /** Whether it is flown where passengers are few: a turboprop or small jet of up to {@link REGIONAL_SEATS}. */
  readonly regional: boolean;
  readonly confidence: LayoutConfidence;
  /** Basis of seats and count. */
  readonly basis: LayoutBasis;
  /** Year of seats and count; 0 for the median of the world's fleets. */
  readonly year: number;
  /** Relative number of flights; see `flightRate`. */
  readonly rate: number;
  /** Distances it mostly flies, km. */
  readonly minKm: number;
  readonly maxKm: number;
  /** Part of `distanceFit` that does not depend on the distance: below the shortest, and beyond the longest. */
  readonly nearScale: number;
  readonly farScale: number;
  /** Flown inside one country only, abroad only, or either. */
  readonly scope: 'domestic' | 'international' | 'any';
  /** Home country of its operator, by `airportCountryIndex`; -1 if unknown. */
  readonly home: number;
  /** Load factors of its operator; undefined if the layout has no operator. */
  readonly load: CarrierLoad | undefined;
  /** See `gramsPerKg`: in a year of its operator, inside a country and abroad; 0 if the layout has no operator. */
  readonly domesticGramsPerKg: number;
  readonly internationalGramsPerKg: number;
  /** Fit with the seats that its operator flies to and from the US: about 1 to 0.02. */
  readonly usFit: number;
  /** Flight numbers under which a partner flies it for the brand; 0 to 0 for the brand's own aircraft. */
  readonly fromNumber: number;
  readonly toNumber: number;
  /** Last day on which its operator flew, as a number such as 20260418. */
  readonly until: number;
  /** Flies only the routes listed for it. */
  readonly onlyListed: boolean;
}

const typical: (Layout | undefined)[] = [];

/** Returns the usual layout of a type, by index: median of the world's fleets. */
export function typicalLayout(typeIndex: number): Layout {
  const known = typical[typeIndex];
  if (known) return known;
  const type = aircraftType(typeIndex);
  const seats = typicalSeats(typeIndex);
  const layout: Layout = {
    type,
    fuelFactor: 1,
    domesticGramsPerKg: 0,
    internationalGramsPerKg: 0,
    rate: 1,
    minKm: 0,
    maxKm: Number.MAX_VALUE,
    nearScale: 1,
    farScale: 1,
    regional: false,
    scope: 'any',
    home: -1,
    onlyListed: false,
    until: NO_LAST_DAY,
    toNumber: 0,
    fromNumber: 0,
    usFit: 1,
    load: undefined,
    seats,
    capacity: equivalentCapacity(seats, type.body),
    confidence: 'type median',
    basis: 'published',
    year: 0,
  };
  typical[typeIndex] = layout;
  return layout;
}
