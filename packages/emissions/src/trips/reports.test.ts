import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTrip, ghgProtocolReport, iso14083Report } from './index.ts';

const FLIGHT = {
  origin: 'zrh',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 3, day: 4 },
};
const travellers = [
  { cabin: 'economy', count: 2 },
  { cabin: 'business', count: 1 },
] as const;
const trip = estimateTrip({ id: 'T1', legs: [FLIGHT, { origin: 'SFO', destination: 'LAX' }], travellers });

test('ISO 14083: a row for each transport chain element, whose parts add up', () => {
  const rows = iso14083Report([trip]);
  assert.deepEqual(
    rows.map((row) => [row.transportChain, row.transportChainElement, row.origin, row.flight, row.date]),
    [
      ['T1', 1, 'ZRH', 'LX 38', '2026-03-04'],
      ['T1', 2, 'SFO', '', ''],
    ],
  );
  for (const row of rows) {
    const sum = row.ghgOperationKg + row.ghgEnergyProvisionKg;
    assert.ok(Math.abs(sum - row.ghgTotalKg) < 1e-6);
    assert.ok(Math.abs(row.transportActivityPkm - 3 * row.transportActivityDistanceKm) < 0.1);
    const intensity = (1000 * row.ghgTotalKg) / row.transportActivityPkm;
    assert.ok(Math.abs(row.ghgIntensityGramsPerPkm - intensity) < 0.1);
    assert.ok(row.distanceFlownKm > row.transportActivityDistanceKm);
    assert.equal(row.cabins, '2 economy, 1 business');
    assert.equal(row.standard, 'ISO 14083:2023');
    assert.match(row.calculationModel, /^Flight Offset 3\.[\d.]+, after the Travel Impact Model 3\.0$/);
  }
  assert.deepEqual(
    rows.map(({ dataCategory }) => dataCategory),
    ['modelled', 'default'],
  );
});

test('GHG Protocol: the minimum boundary apart from making the fuel, with the quality of the data', () => {
  const [flight, airports] = ghgProtocolReport([trip]);
  assert.equal(flight!.category, '6 Business travel');
  assert.deepEqual([flight!.leg, airports!.leg, flight!.origin, airports!.destination], [1, 2, 'ZRH', 'LAX']);
  assert.ok(Math.abs(flight!.tankToWakeKg + flight!.wellToTankKg - flight!.wellToWakeKg) < 1e-6);
  assert.equal(flight!.wellToWakeKg, trip.legs[0]!.grams.wtw / 1000);
  assert.equal(flight!.passengerKm, Math.round(30 * flight!.distanceKm) / 10);
  assert.deepEqual([flight!.supplierDataPercent, flight!.biogenicCo2Kg], [0, 0]);
  assert.equal(flight!.geographicalRepresentativeness, 'very good');
  assert.equal(flight!.reliability, 'good');
  const { low, high } = trip.legs[0]!.range!;
  const halfWidth = (100 * (high - low)) / 2 / trip.legs[0]!.grams.wtw;
  assert.equal(flight!.uncertaintyPercent, Math.round(10 * halfWidth) / 10);
  assert.match(flight!.calculationMethod, /^distance-based\. /);
  assert.deepEqual(
    [
      airports!.technologicalRepresentativeness,
      airports!.geographicalRepresentativeness,
      airports!.reliability,
      airports!.uncertaintyPercent,
    ],
    ['poor', 'poor', 'poor', null],
  );
});

test('both reports state the trip, its travellers and each leg as estimated', () => {
  for (const [at, { greatCircleKm, flownKm }] of trip.legs.entries()) {
    const passengerKm = Math.round(30 * greatCircleKm) / 10;
    const iso = iso14083Report([trip])[at]!;
    assert.deepEqual(
      [iso.passengers, iso.transportActivityDistanceKm, iso.transportActivityPkm, iso.distanceFlownKm],
      [3, greatCircleKm, passengerKm, flownKm],
    );
    const ghg = ghgProtocolReport([trip])[at]!;
    assert.deepEqual(
      [ghg.trip, ghg.date, ghg.passengers, ghg.cabins, ghg.passengerKm],
      ['T1', iso.date, 3, '2 economy, 1 business', passengerKm],
    );
  }
});

test('writes codes in capitals, and an empty name for a trip without one', () => {
  const lower = estimateTrip({ legs: [{ ...FLIGHT, destination: 'sfo', operatingCarrierCode: 'lx' }] });
  const [iso, ghg] = [iso14083Report([lower])[0]!, ghgProtocolReport([lower])[0]!];
  for (const row of [iso, ghg])
    assert.deepEqual([row.flight, row.origin, row.destination], ['LX 38', 'ZRH', 'SFO']);
  assert.deepEqual([iso.transportChain, ghg.trip], ['', '']);
});

const rowOf = (flight: object) => ghgProtocolReport([estimateTrip({ legs: [{ ...FLIGHT, ...flight }] })])[0]!;

test("rates a given aircraft as the best technology, the world's mix as the worst", () => {
  for (const [flight, quality] of [
    [{ aircraft: '333' }, 'very good'],
    [{}, 'good'],
    [{ destination: 'MAD' }, 'fair'],
    [{ operatingCarrierCode: 'ZZ' }, 'poor'],
  ] as const)
    assert.equal(rowOf(flight).technologicalRepresentativeness, quality, JSON.stringify(flight));
});

test("rates a given distance or an airport pair as the best geography, the world's factor as the worst", () => {
  for (const [flight, quality] of [
    [{ distanceKm: 10_000 }, 'very good'],
    [{}, 'very good'],
    [{ destination: 'ONT' }, 'good'],
    [{ destination: 'MFN' }, 'poor'],
  ] as const)
    assert.equal(rowOf(flight).geographicalRepresentativeness, quality, JSON.stringify(flight));
});

test('rates a reported load as more reliable than the default', () => {
  const reliability = (operatingCarrierCode: string) => rowOf({ operatingCarrierCode }).reliability;
  assert.deepEqual([reliability('LX'), reliability('ZZ')], ['good', 'fair']);
});
