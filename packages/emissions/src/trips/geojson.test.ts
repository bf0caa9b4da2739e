import assert from 'node:assert/strict';
import { test } from 'node:test';
import { airportPosition } from '../airport-position.ts';
import { cutAtAntimeridian, greatCircleLine } from './geojson.ts';
import { estimateTrip, tripGeoJson } from './index.ts';

test('a line for each leg and a point for each airport', () => {
  const trip = estimateTrip({ id: 'T1', stops: ['DEL', 'DXB', 'LHR'] });
  const { type, features } = tripGeoJson([trip]);
  assert.equal(type, 'FeatureCollection');
  assert.deepEqual(
    features.map(({ geometry }) => geometry.type),
    ['LineString', 'LineString', 'Point', 'Point', 'Point'],
  );
  const [line] = features;
  const { longitude, latitude } = airportPosition('DEL')!;
  assert.ok(line!.geometry.type === 'LineString');
  assert.deepEqual(line!.geometry.coordinates[0], [longitude, latitude]);
  assert.equal(line!.properties.trip, 'T1');
  assert.equal(line!.properties.gramsWtw, trip.legs[0]!.grams.wtw);
});

test('lines follow the great circle: Zurich to San Francisco passes over Greenland', () => {
  const line = greatCircleLine([8.55, 47.46], [-122.38, 37.62], 48);
  assert.ok(Math.max(...line.map(([, latitude]) => latitude)) > 60);
  assert.equal(line.length, 49);
});

test('a line across the 180th meridian is cut there', () => {
  const trip = estimateTrip({ stops: ['NRT', 'LAX'] });
  const geometry = tripGeoJson([trip]).features[0]!.geometry;
  assert.ok(geometry.type === 'MultiLineString');
  const [west, east] = geometry.coordinates;
  assert.equal(west!.at(-1)![0], 180);
  assert.equal(east![0]![0], -180);
  assert.equal(west!.at(-1)![1], east![0]![1]);
  for (const part of geometry.coordinates) {
    for (let i = 1; i < part.length; i++) assert.ok(Math.abs(part[i]![0] - part[i - 1]![0]) < 180);
  }
});

test('eastwards and westwards alike, and not where nothing crosses', () => {
  const line = [
    [-170, 10],
    [170, 20],
  ] as const;
  assert.deepEqual(cutAtAntimeridian(line), [
    [
      [-170, 10],
      [-180, 15],
    ],
    [
      [180, 15],
      [170, 20],
    ],
  ]);
  assert.equal(cutAtAntimeridian(greatCircleLine([0, 0], [90, 0], 9)).length, 1);
});
