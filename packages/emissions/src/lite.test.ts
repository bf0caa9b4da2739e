import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as full from './index.ts';
import * as lite from './lite.ts';

const departureDate = { year: 2026, month: 6, day: 1 };
const flight = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate,
};

test('both entry points export the same names', () => {
  assert.deepEqual(Object.keys(lite).sort(), Object.keys(full).sort());
});

test('lite differs by the distance factor only, and states which it used', () => {
  const [small] = lite.estimateFlights([flight]);
  const [large] = full.estimateFlights([flight]);
  const factor = ({ provenance }: full.FlightEstimate) =>
    provenance.find(({ step }) => step === 'distance factor');
  assert.equal(factor(small!)?.tier, 'country pair');
  assert.equal(factor(large!)?.tier, 'airport pair');
  assert.deepEqual(
    small!.aircraft.map(({ icao }) => icao),
    large!.aircraft.map(({ icao }) => icao),
  );
  const ratio = small!.emissionsGramsPerPax.economy / large!.emissionsGramsPerPax.economy;
  assert.ok(Math.abs(ratio - 1) < 0.05);
});
