/** Assigns filed types to a carrier's aircraft: filers confuse codes, which seats and distance reveal. */
import type { SourceAirport } from './airports.ts';
import { numberOf, type Row, textOf } from './csv.ts';
import { readFleetRows } from './fleet-rows.ts';
import { kmBetween } from './kilometres.ts';
import { ownTable } from './sources.ts';
import type { Segment } from './t100.ts';

/** Relative difference within which seats filed and seats of a layout are the same. */
const SAME_SEATS = 0.03;
/** Smaller relative differences in seats do not count. */
const NEAR = 0.005;
/** Relative difference beyond which seats filed contradict all layouts of a type. */
const OTHER_SEATS = 0.08;
/** An aircraft does not fly this much farther than its usual distances. */
const BEYOND = 1.1;

interface KnownLayout {
  readonly type: string;
  readonly wide: boolean;
  readonly seats: number;
  readonly maxKm: number;
  readonly count: number;
}

function knownLayouts(wideTypes: ReadonlySet<string>): Map<string, KnownLayout[]> {
  const known = new Map<string, KnownLayout[]>();
  const layoutOf = (row: Row): KnownLayout => ({
    type: textOf(row, 'aircraft_icao'),
    wide: wideTypes.has(textOf(row, 'aircraft_icao')),
    seats: ['first', 'business', 'premium_economy', 'economy'].reduce(
      (sum, cabin) => sum + numberOf(row, cabin),
      0,
    ),
    maxKm: numberOf(row, 'max_km'),
    count: numberOf(row, 'count'),
  });
  for (const row of readFleetRows()) {
    const carrier = textOf(row, 'carrier_iata');
    known.set(carrier, [...(known.get(carrier) ?? []), layoutOf(row)]);
  }
  return known;
}

/**
 * Returns the type of a segment: as filed, or the carrier's type whose seats and distances fit if those of the filed
 * one do not; undefined for a type of an earlier year that the carrier has retired since.
 */
export type TypeOf = (segment: Segment) => string | undefined;

const FLEET_YEAR = '2026';

/** Reads segments against the fleets. */
export function createTypeReader(airports: readonly SourceAirport[]): TypeOf {
  const wideTypes = new Set(
    ownTable('aircraft-types.csv').flatMap((row) => (row.body === 'wide' ? [textOf(row, 'icao')] : [])),
  );
  const fleets = knownLayouts(wideTypes);
  const places = new Map(airports.map(({ iata, lat, lon }) => [iata, { latitude: lat, longitude: lon }]));
  return ({ carrier, origin, destination, month, type, departures, seats }) => {
    const [from, to] = [places.get(origin), places.get(destination)];
    const fleet = fleets.get(carrier);
    const earlier = !month.startsWith(FLEET_YEAR);
    if (type === undefined || !from || !to || departures === 0) return undefined;
    if (!fleet) return earlier ? undefined : type;
    const km = kmBetween(from, to);
    const flown = seats / departures;
    const apart = ({ seats: known }: KnownLayout): number => Math.abs(Math.log(flown / known));
    // Layouts about equally near to the seats filed are distinguished by how many there are.
    const closeness = (layout: KnownLayout): number => Math.round(apart(layout) / NEAR);
    const reaches = ({ maxKm }: KnownLayout): boolean => km <= maxKm * BEYOND;
    const filed = fleet.filter((layout) => layout.type === type);
    if (filed.some((layout) => reaches(layout) && apart(layout) <= OTHER_SEATS)) return type;
    const fitting = fleet
      .filter(
        (layout) => layout.wide === wideTypes.has(type) && reaches(layout) && apart(layout) <= SAME_SEATS,
      )
      .sort((a, b) => closeness(a) - closeness(b) || b.count - a.count);
    const retired = earlier && filed.length === 0;
    return fitting[0]?.type ?? (retired ? undefined : type);
  };
}
