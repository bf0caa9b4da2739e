import { type GeoPermissibleObjects, geoEqualEarth, geoGraticule, geoInterpolate, geoPath } from 'd3-geo';

/** A place in degrees, north and east positive. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** A point of the drawing, pixels from its upper left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Paths of a map, in SVG's syntax, and the end points of the route. */
export interface RouteMap {
  readonly sea: string;
  readonly land: string;
  readonly graticule: string;
  readonly way: string;
  readonly from: Point;
  readonly to: Point;
  /** Whether the route curves upwards, which leaves room for words below its ends. */
  readonly bowsUp: boolean;
}

/** Space around the route, pixels. */
const MARGIN = 44;
/** Maximum pixels per radian: beyond it the outlines look too coarse. */
const CLOSEST = 1000;

/**
 * Draws a great circle on a map that is rotated so that the route never leaves at one edge and returns at the other.
 * Equal Earth, so that no continent looks larger than it is.
 */
export function routeMap(
  from: Place,
  to: Place,
  land: GeoPermissibleObjects,
  { width, height }: { readonly width: number; readonly height: number },
): RouteMap {
  const start: [number, number] = [from.longitude, from.latitude];
  const end: [number, number] = [to.longitude, to.latitude];
  const middle = geoInterpolate(start, end)(0.5);
  const line: GeoPermissibleObjects = { type: 'LineString', coordinates: [start, middle, end] };

  const projection = geoEqualEarth().rotate([-middle[0], 0]).scale(1).translate([0, 0]).precision(0);
  const [[left, top], [right, bottom]] = geoPath(projection).bounds(line);
  const scale = Math.min(
    CLOSEST,
    (width - 2 * MARGIN) / Math.max(right - left, 1e-6),
    (height - 2 * MARGIN) / Math.max(bottom - top, 1e-6),
  );
  projection
    .scale(scale)
    .translate([width / 2 - (scale * (left + right)) / 2, height / 2 - (scale * (top + bottom)) / 2])
    .clipExtent([
      [-1, -1],
      [width + 1, height + 1],
    ])
    .precision(0.4);

  const path = geoPath(projection).digits(1);
  const point = (at: [number, number]): Point => {
    const [x = 0, y = 0] = projection(at) ?? [];
    return { x, y };
  };
  const [a, b, m] = [point(start), point(end), point(middle)];
  return {
    sea: path({ type: 'Sphere' }) ?? '',
    land: path(land) ?? '',
    graticule: path(geoGraticule().step([15, 15])()) ?? '',
    way: path(line) ?? '',
    from: a,
    to: b,
    bowsUp: m.y <= (a.y + b.y) / 2 + 1,
  };
}

/** Properties of a great circle besides its length. */
export interface Course {
  /** Degrees from north, clockwise, at the start. */
  readonly bearing: number;
  /** The latitude farthest from the equator, degrees. */
  readonly farthest: number;
}

/** Returns the initial bearing of the great circle, and its distance from the equator. */
export function courseOf(from: Place, to: Place): Course {
  const radians = Math.PI / 180;
  const [phi, psi, turn] = [
    from.latitude * radians,
    to.latitude * radians,
    (to.longitude - from.longitude) * radians,
  ];
  const bearing = Math.atan2(
    Math.sin(turn) * Math.cos(psi),
    Math.cos(phi) * Math.sin(psi) - Math.sin(phi) * Math.cos(psi) * Math.cos(turn),
  );
  const along = geoInterpolate([from.longitude, from.latitude], [to.longitude, to.latitude]);
  const latitudes = Array.from({ length: 201 }, (_, step) => along(step / 200)[1]);
  const farthest = latitudes.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most));
  return { bearing: (bearing / radians + 360) % 360, farthest };
}
