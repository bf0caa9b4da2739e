import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aircraftCode } from '../aircraft/aircraft-codes.ts';
import { carrierFleet } from '../fleets/fleet.ts';
import { distanceFit } from '../fleets/fleet-weight.ts';
import { type CheckedFlight, checkFlight } from '../flight/flight-input.ts';
import { createCandidates } from './candidates.ts';
import { addFleet } from './fleet-candidates.ts';

test('weighs layouts by distance: below, within and beyond their usual range', () => {
  // Narrow bodies only, for flights at home and abroad, and no partners: only the distance distinguishes them.
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

test("a code with winglets chooses among a carrier's aircraft of a type that has both: American's A321", () => {
  const fleet = carrierFleet('AA')!;
  const candidates = createCandidates();
  /** Part of the A321 that has sharklets under a code. */
  const sharklets = (aircraft: string): number => {
    const flight = checkFlight({
      origin: 'CLT',
      destination: 'MIA',
      operatingCarrierCode: 'AA',
      flightNumber: 1,
      departureDate: { year: 2026, month: 6, day: 1 },
      aircraft,
    }) as CheckedFlight;
    candidates.count = 0;
    addFleet(candidates, fleet, flight, 1050);
    const type = aircraftCode(aircraft)!.single;
    const parts = candidates.layouts
      .slice(0, candidates.count)
      .flatMap((layout, i) => (layout.type === type ? [{ layout, share: candidates.shares[i]! }] : []));
    const all = parts.reduce((sum, { share }) => sum + share, 0);
    const having = parts.filter(({ layout }) => layout.fuelFactor < 1);
    return having.reduce((sum, { share }) => sum + share, 0) / all;
  };
  assert.ok(sharklets('32B') > 0.98);
  assert.ok(sharklets('321') < 0.02);
  assert.ok(Math.abs(sharklets('A321') - 0.57) < 0.02);
});
