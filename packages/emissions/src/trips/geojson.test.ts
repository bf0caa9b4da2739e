import assert from 'node:assert/strict';
import { test } from 'node:test';
import { airportPosition } from '../airports/airport-position.ts';
import { cutAtAntimeridian, greatCircleLine } from './geojson.ts';
import { estimateTrip, type Position, type TripLegEstimate, tripGeoJson } from './index.ts';

test('a line for each leg and a point for each airport', () => {
  const travellers = [{ cabin: 'economy', count: 2 }] as const;
  const trip = estimateTrip({ id: 'T1', stops: ['DEL', 'DXB', 'LHR'], travellers });
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
  // At least one point every 200 km.
  assert.equal(line!.geometry.coordinates.length, Math.ceil(trip.legs[0]!.greatCircleKm / 200) + 1);
  const [{ grams, greatCircleKm, flownKm, method }] = trip.legs as [TripLegEstimate];
  assert.deepEqual(line!.properties, {
    trip: 'T1',
    origin: 'DEL',
    destination: 'DXB',
    passengers: 2,
    gramsWtw: grams.wtw,
    gramsTtw: grams.ttw,
    gramsWtt: grams.wtt,
    greatCircleKm,
    flownKm,
    method,
  });
});

test('lines follow the great circle: Zurich to San Francisco passes over Greenland', () => {
  const line = greatCircleLine([8.55, 47.46], [-122.38, 37.62], 48);
  assert.ok(Math.max(...line.map(([, latitude]) => latitude)) > 60);
  assert.equal(line.length, 49);
});

test('the points of a line are on the great circle, at equal distances', () => {
  const [from, to] = [
    [-73.779, 40.64],
    [139.78, 35.55],
  ] as const;
  const line = greatCircleLine(from, to, 8);
  const unit = ([longitude, latitude]: Position): number[] => {
    const [lambda, phi] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  const angle = (a: Position, b: Position): number => {
    const [u, v] = [unit(a), unit(b)];
    return Math.acos(u.reduce((sum, x, at) => sum + x * v[at]!, 0));
  };
  const step = angle(from, to) / 8;
  // Points are rounded to 0.001 degrees.
  for (const [at, point] of line.entries()) {
    assert.ok(Math.abs(angle(from, point) - at * step) < 5e-5, `point ${at}`);
    assert.ok(Math.abs(angle(point, to) - (8 - at) * step) < 5e-5, `point ${at}`);
  }
  assert.deepEqual(greatCircleLine(from, to, 1), [from, to]);
});

test('writes airports in capitals, and null for a trip without a name', () => {
  const { features } = tripGeoJson([estimateTrip({ stops: ['zrh', 'sfo'] })]);
  const { trip, origin, destination } = features[0]!.properties;
  assert.equal(trip, null);
  assert.deepEqual([origin, destination, features[1]!.properties.airport], ['ZRH', 'SFO', 'ZRH']);
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

test('cuts a line eastwards and westwards alike, and not without a crossing', () => {
  const line = [
    [-170, 10],
    [170, 20.0002],
  ] as const;
  assert.deepEqual(cutAtAntimeridian(line), [
    [
      [-170, 10],
      [-180, 15],
    ],
    [
      [180, 15],
      [170, 20.0002],
    ],
  ]);
  assert.equal(cutAtAntimeridian(greatCircleLine([0, 0], [90, 0], 9)).length, 1);
});
