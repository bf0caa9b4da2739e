import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandOf } from '../carriers/carriers.ts';
import { estimateFlights, tryEstimateFlight, typicalEmissions, UnsupportedFlightsError } from '../index.ts';
import * as lite from '../lite.ts';
import { typicalOf } from './typical.ts';
import { weightedMedian } from './weighted-median.ts';

test('a route to the US takes the carriers of T-100 on it', () => {
  const { method, carriers, emissionsGramsPerPax } = typicalEmissions('JFK', 'LHR');
  assert.equal(method, 'carriers_on_route');
  assert.ok(carriers >= 4);
  assert.ok(emissionsGramsPerPax.economy > 200_000 && emissionsGramsPerPax.economy < 500_000);
});

// VRS standing data, August 2026: two carriers have callsigns there.
test('a route elsewhere takes the carriers known on it', () => {
  const { method, carriers, description } = typicalEmissions('NBO', 'ADD');
  assert.deepEqual([method, carriers], ['carriers_on_route', 2]);
  assert.match(description, /^Median over the 2 carriers that fly the route by the VRS standing data/);
});

// One of the nine carriers at home there makes up less than a hundredth.
test('omits a carrier with less than a hundredth of the market', () => {
  const { carriers, description } = typicalEmissions('POM', 'CNS');
  assert.equal(carriers, 8);
  assert.match(description, /^Median over the 8 carriers at home/);
});

test('a route with unknown carriers takes those at home in either country', () => {
  const { method, carriers, distanceKm } = lite.typicalEmissions('DEL', 'BOM');
  assert.equal(method, 'carriers_at_home');
  assert.ok(carriers >= 3);
  assert.ok(Math.abs(distanceKm / 1185 - 1) < 0.05);
  assert.equal(typicalEmissions('POM', 'CNS').method, 'carriers_at_home');
});

for (const [from, to, description] of [
  ['JFK', 'PTP', 'Figure of the one carrier with departures on the route in US DOT T-100.'],
  ['CPH', 'DEL', 'Figure of the one carrier that flies the route by the VRS standing data of August 2026.'],
  ['NAN', 'SUV', 'Figure of the one carrier at home in either country whose fleet suits the distance.'],
] as const) {
  test(`of one carrier there is no median: ${from}-${to}`, () => {
    const typical = typicalEmissions(from, to);
    assert.deepEqual([typical.carriers, typical.description], [1, description]);
  });
}

test('describes the weights of several carriers in a sentence', () => {
  assert.match(
    typicalEmissions('JFK', 'LHR').description,
    /^Median over the \d+ carriers with departures on the route in US DOT T-100, weighted by departures\.$/,
  );
  assert.match(
    typicalEmissions('SYD', 'MEL').description,
    /^Median over the \d+ carriers that fly the route by .* of August 2026, all weighted equally\.$/,
  );
});

test("countries without carriers take the world's mix", () => {
  const { method, carriers, emissionsGramsPerPax } = typicalEmissions('GIB', 'ASI');
  assert.equal(carriers, 0);
  assert.equal(method, 'world_mix');
  assert.ok(emissionsGramsPerPax.economy > 100_000);
});

test('is the same in both directions except for the distance factor', () => {
  const there = typicalEmissions('FRA', 'LHR');
  const back = typicalEmissions('LHR', 'FRA');
  const difference = there.emissionsGramsPerPax.economy / back.emissionsGramsPerPax.economy;
  assert.ok(Math.abs(difference / (there.distanceKm / back.distanceKm) - 1) < 0.02);
});

test('refuses codes of no airport by name', () => {
  assert.throws(() => typicalEmissions('LON', 'JFK'), UnsupportedFlightsError);
  assert.throws(() => typicalEmissions('JFK', 'JFK'), UnsupportedFlightsError);
});

test('the weighted median has half of the weight at or below it', () => {
  assert.equal(
    weightedMedian([
      { value: 3, weight: 1 },
      { value: 1, weight: 1 },
      { value: 2, weight: 1 },
    ]),
    2,
  );
  assert.equal(
    weightedMedian([
      { value: 1, weight: 1 },
      { value: 9, weight: 10 },
    ]),
    9,
  );
  assert.equal(
    weightedMedian([
      { value: 4, weight: 1 },
      { value: 2, weight: 1 },
    ]),
    2,
    'of two that count alike the lower',
  );
  assert.ok(Number.isNaN(weightedMedian([])));
});

test('a carrier that ceased is not typical, yet its past flights are estimated', () => {
  // In T-100's month only Spirit flew this route.
  assert.notEqual(typicalEmissions('FLL', 'AXM').method, 'carriers_on_route');
  const departureDate = { year: 2026, month: 2, day: 1 };
  const past = {
    origin: 'FLL',
    destination: 'AXM',
    operatingCarrierCode: 'NK',
    flightNumber: 1,
    departureDate,
  };
  const result = tryEstimateFlight(past);
  assert.ok(result.ok && result.estimate.provenance.some(({ tier }) => tier === 'carrier and route'));
});

test('counts only carriers of a route that still fly, and each brand once', () => {
  const among = (...carriers: string[]): number =>
    typicalOf(
      'ZRH',
      'VIE',
      () => 0,
      () => carriers,
    ).carriers;
  assert.equal(among('LX', 'OS'), 2);
  // CityLine has ceased; Cityhopper flies under the numbers of KLM.
  assert.equal(among('LX', 'CL'), 1);
  assert.equal(among('KL', 'WA'), 1);
});

test('is the figure of an ordinary month, October', () => {
  const figureIn = (month: number): unknown =>
    estimateFlights([
      {
        origin: 'JFK',
        destination: 'PTP',
        operatingCarrierCode: 'B6',
        flightNumber: 1,
        departureDate: { year: 2026, month, day: 15 },
      },
    ])[0]!.emissionsGramsPerPax;
  const { emissionsGramsPerPax } = typicalEmissions('JFK', 'PTP');
  assert.deepEqual(emissionsGramsPerPax, figureIn(10));
  assert.notDeepEqual(emissionsGramsPerPax, figureIn(7));
});

// T-100, departures a month: Delta 100 and Korean Air 56 to Seoul, British Airways 59 and American 21 to Phoenix.
for (const [origin, destination, carrier] of [
  ['ATL', 'ICN', 'DL'],
  ['LHR', 'PHX', 'BA'],
] as const) {
  test(`of two carriers the one that departs more often is typical: ${origin}-${destination}`, () => {
    const departureDate = { year: 2026, month: 10, day: 15 };
    const flight = { origin, destination, operatingCarrierCode: carrier, flightNumber: 1, departureDate };
    const { carriers, emissionsGramsPerPax } = typicalEmissions(origin, destination);
    assert.equal(carriers, 2);
    assert.deepEqual(emissionsGramsPerPax, estimateFlights([flight])[0]!.emissionsGramsPerPax);
  });
}

test("counts a partner under a brand's numbers once, with the brand", () => {
  assert.deepEqual(['WA', 'JJ'].map(brandOf), ['KL', 'LA']);
  // American Eagle has its own numbers, Scoot sells for itself.
  assert.deepEqual(['MQ', 'TR', 'KL'].map(brandOf), [undefined, undefined, undefined]);
  assert.equal(lite.typicalEmissions('ATH', 'SKG').carriers, 2);
});
