import assert from 'node:assert/strict';
import test from 'node:test';
import { EU_AIRPORTS } from './eu-airports.ts';
import { isEuAirport, noFiguresOnEuRoutes } from './eu-routes.ts';

const ROUTES: readonly [route: string, departuresOnly: boolean, expected: 'shown' | 'none'][] = [
  ['DEL-BOM', false, 'shown'],
  ['DEL-FRA', false, 'none'],
  ['fra-del', false, 'none'],
  ['DEL-FRA', true, 'shown'],
  ['FRA-DEL', true, 'none'],
  ['ZRH-LHR', false, 'shown'],
  ['ZRH-KEF', false, 'none'],
  ['JFK-PTP', false, 'none'],
];

for (const [route, departuresOnly, expected] of ROUTES) {
  test(`${route}${departuresOnly ? ', departures only' : ''}: ${expected}`, () => {
    const [origin = '', destination = ''] = route.split('-');
    assert.equal(noFiguresOnEuRoutes({ departuresOnly })([{ origin, destination }]), expected);
  });
}

test('one leg decides for the itinerary', () => {
  const legs = ['DEL-DXB', 'DXB-CDG'].map((route) => route.split('-'));
  const figures = noFiguresOnEuRoutes();
  assert.equal(figures(legs.map(([origin = '', destination = '']) => ({ origin, destination }))), 'none');
});

test('a merchant may judge airports by its own data', () => {
  const figures = noFiguresOnEuRoutes({ isEuAirport: (code) => code === 'ZRH' });
  assert.equal(figures([{ origin: 'ZRH', destination: 'SFO' }]), 'none');
  assert.equal(figures([{ origin: 'FRA', destination: 'SFO' }]), 'shown');
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
