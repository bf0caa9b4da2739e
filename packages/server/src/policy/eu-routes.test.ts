import assert from 'node:assert/strict';
import test from 'node:test';
import { EU_AIRPORTS } from './eu-airports.ts';
import { exceptOnEuRoutes, isEuAirport } from './eu-routes.ts';

const ROUTES: readonly [route: string, departuresOnly: boolean, expected: true | false][] = [
  ['DEL-BOM', false, true],
  ['DEL-FRA', false, false],
  ['fra-del', false, false],
  ['DEL-FRA', true, true],
  ['FRA-DEL', true, false],
  ['ZRH-LHR', false, true],
  ['ZRH-KEF', false, false],
  ['JFK-PTP', false, false],
];

for (const [route, departuresOnly, expected] of ROUTES) {
  test(`${route}${departuresOnly ? ', departures only' : ''}: ${expected}`, () => {
    const [origin = '', destination = ''] = route.split('-');
    assert.equal(exceptOnEuRoutes({ departuresOnly })([{ origin, destination }]), expected);
  });
}

test('one EU leg hides the figures of the whole itinerary', () => {
  const legs = ['DEL-DXB', 'DXB-CDG'].map((route) => route.split('-'));
  const showFigures = exceptOnEuRoutes();
  assert.equal(showFigures(legs.map(([origin = '', destination = '']) => ({ origin, destination }))), false);
});

test('a merchant may supply its own test of EU airports', () => {
  const showFigures = exceptOnEuRoutes({ isEuAirport: (code) => code === 'ZRH' });
  assert.equal(showFigures([{ origin: 'ZRH', destination: 'SFO' }]), false);
  assert.equal(showFigures([{ origin: 'FRA', destination: 'SFO' }]), true);
});

test('the list holds whole codes, each once, of 35 countries and regions', () => {
  const codes = Object.values(EU_AIRPORTS).flatMap((list) => list.match(/[A-Z]{3}/g) ?? []);
  assert.equal(codes.join(''), Object.values(EU_AIRPORTS).join(''));
  assert.equal(new Set(codes).size, codes.length);
  assert.equal(Object.keys(EU_AIRPORTS).length, 35);
  for (const code of ['CDG', 'FCO', 'MAD', 'ATH', 'OSL', 'LUX', 'MLA', 'TLL'])
    assert.ok(isEuAirport(code), code);
  for (const code of ['LHR', 'ZRH', 'IST', 'BEG', 'TUN']) assert.ok(!isEuAirport(code), code);
});
