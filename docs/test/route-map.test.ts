/** The explorer's map: routes that cross the edge of usual maps stay whole, and everything is within the frame. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { airportPosition } from '@flight-offset/emissions/lite';
import { loadLand } from '../.vitepress/theme/sandbox/land.ts';
import { courseOf, routeMap } from '../.vitepress/theme/sandbox/route-map.ts';

const land = loadLand();
const FRAME = { width: 720, height: 360 };
const place = (code: string) => airportPosition(code) ?? assert.fail(code);

test('the outlines are valid coordinates of the continents', () => {
  assert.ok(land.coordinates.length > 100);
  const values = land.coordinates.flat(2);
  assert.ok(values.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90));
});

for (const [from, to] of [
  ['ZRH', 'SFO'],
  ['NRT', 'SFO'],
  ['AKL', 'SCL'],
  ['SIN', 'EWR'],
  ['DEL', 'BOM'],
  ['ZRH', 'LHR'],
  ['LAX', 'DXB'],
  ['PPT', 'CDG'],
] as const) {
  for (const width of [320, 720]) {
    test(`${from} to ${to} is one line within ${width} pixels`, () => {
      const frame = { width, height: Math.max(230, width / 2) };
      const map = routeMap(place(from), place(to), land, frame);
      assert.equal(map.way.match(/M/g)?.length, 1);
      const numbers = map.way.match(/-?[\d.]+/g)?.map(Number) ?? [];
      numbers.forEach((value, index) => {
        assert.ok(value >= 0 && value <= (index % 2 ? frame.height : frame.width), `${value}`);
      });
      assert.ok(map.land.length > 100);
      assert.ok(Math.hypot(map.from.x - map.to.x, map.from.y - map.to.y) > 30);
    });
  }
}

test('a northern great circle sets off north and bows up; a southern one bows down', () => {
  const north = courseOf(place('ZRH'), place('SFO'));
  assert.ok(north.bearing > 300 && north.bearing < 340);
  assert.ok(north.farthest > 60);
  assert.ok(routeMap(place('ZRH'), place('SFO'), land, FRAME).bowsUp);
  const south = courseOf(place('SYD'), place('SCL'));
  assert.ok(south.farthest < -60);
  assert.ok(!routeMap(place('SYD'), place('SCL'), land, FRAME).bowsUp);
});

test('a route along the equator or a meridian has no NaN or Infinity', () => {
  const zero = { latitude: 0, longitude: 0 };
  for (const to of [
    { latitude: 0, longitude: 40 },
    { latitude: 30, longitude: 0 },
  ]) {
    const map = routeMap(zero, to, land, FRAME);
    assert.doesNotMatch(map.way + map.land, /NaN|Infinity/);
    assert.ok(Math.abs(courseOf(zero, to).farthest - to.latitude) < 1e-9);
  }
});
