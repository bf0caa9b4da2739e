import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carrierFleet } from '../fleets/fleet.ts';
import { distanceFit } from '../fleets/fleet-weight.ts';
import { type CheckedFlight, checkFlight } from '../flight/flight-input.ts';
import { createCandidates } from './candidates.ts';
import { addFleet } from './fleet-candidates.ts';

test('layouts weigh what they fly at the distance: below, within and beyond their usual ones', () => {
  // Narrow bodies only, for flights at home and abroad, and no partners: nothing but the distance tells them apart.
  const fleet = carrierFleet('VY')!;
  const flight = checkFlight({
    origin: 'BCN',
    destination: 'CDG',
    operatingCarrierCode: 'VY',
    flightNumber: 1,
    departureDate: { year: 2026, month: 6, day: 1 },
  }) as CheckedFlight;
  const candidates = createCandidates();
  for (const km of [0, 100, 420, 800, 1500, 2250, 5000, 15_000]) {
    const total = addFleet(candidates, fleet, flight, km);
    for (const [i, { rate, minKm, maxKm }] of fleet.layouts.entries()) {
      const weight = rate * distanceFit(minKm, maxKm, km);
      assert.ok(Math.abs((candidates.shares[i]! * total) / weight - 1) < 1e-9, `${km} km, layout ${i}`);
    }
  }
});
