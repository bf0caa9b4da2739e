/**
 * Tests the calculation against two figures that TIM itself published with all their inputs: the worked example of its
 * README (ZRH-SFO) and one flight of its detailed API (LX 52, TIM 3.0.0.20260430).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateFlights } from '../src/index.ts';

const departureDate = { year: 2026, month: 6, day: 1 };

/** 0.02 %, the precision of the coordinates of the airports. */
const TOLERANCE = 0.0002;

const cases = [
  {
    name: 'worked example ZRH-SFO, B789',
    flight: {
      origin: 'ZRH',
      destination: 'SFO',
      operatingCarrierCode: 'LX',
      flightNumber: 38,
      departureDate,
      aircraft: '789',
      seats: { first: 0, business: 48, premiumEconomy: 21, economy: 188 },
      loadFactor: 0.845,
      cargoMassFraction: 0.08,
    },
    grams: { first: 2_864_077, business: 2_291_262, premiumEconomy: 859_224, economy: 572_815 },
    fuelKg: 56_440,
  },
  {
    name: 'LX 52 ZRH-BOS, A333',
    flight: {
      origin: 'ZRH',
      destination: 'BOS',
      operatingCarrierCode: 'LX',
      flightNumber: 52,
      departureDate,
      aircraft: '333',
      seats: { first: 8, business: 45, premiumEconomy: 0, economy: 183 },
      loadFactor: 0.808520211655448,
      cargoMassFraction: 0.29636906672461827,
    },
    grams: { first: 1_596_125, business: 1_276_900, premiumEconomy: 478_837, economy: 319_225 },
    fuelKg: undefined,
  },
] as const;

for (const { name, flight, grams, fuelKg } of cases) {
  test(`repeats TIM to 0.02 %: ${name}`, () => {
    const [estimate] = estimateFlights([flight]);
    assert.ok(estimate);
    for (const cabin of ['first', 'business', 'premiumEconomy', 'economy'] as const) {
      const error = estimate.emissionsGramsPerPax[cabin] / grams[cabin] - 1;
      assert.ok(Math.abs(error) < TOLERANCE, `${cabin}: off by ${(100 * error).toFixed(4)} %`);
    }
    if (fuelKg !== undefined) {
      assert.ok(
        Math.abs(estimate.aircraft[0]!.fuelKg / fuelKg - 1) < TOLERANCE,
        `fuel ${estimate.aircraft[0]!.fuelKg} kg`,
      );
    }
  });
}

test('the worked example splits into burning and making the fuel as published', () => {
  const [estimate] = estimateFlights([cases[0].flight]);
  assert.ok(Math.abs(estimate!.ttwGramsPerPax.economy / 476_275 - 1) < TOLERANCE);
  assert.ok(Math.abs(estimate!.wttGramsPerPax.economy / 96_541 - 1) < TOLERANCE);
});
