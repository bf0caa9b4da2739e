/** Outlines of land at 1 : 110 million, Natural Earth (public domain), as world-atlas packs them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';

/** Land as rings of longitude and latitude, in tenths of a degree. */
export interface Land {
  readonly type: 'MultiPolygon';
  readonly coordinates: [longitude: number, latitude: number][][][];
}

const tenth = (degrees = 0): number => Math.round(degrees * 10) / 10;

/** Reads the outlines. */
export function loadLand(): Land {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-110m.json');
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof feature>[0];
  const land = topology.objects.land && feature(topology, topology.objects.land);
  if (land?.type !== 'FeatureCollection') throw new Error(`${file} holds no land as it used to.`);
  const polygons = land.features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
  );
  return {
    type: 'MultiPolygon',
    coordinates: polygons.map((rings) =>
      rings.map((ring) => ring.map(([longitude, latitude]) => [tenth(longitude), tenth(latitude)])),
    ),
  };
}
