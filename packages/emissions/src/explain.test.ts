import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateFlights, explain } from './index.ts';

const departureDate = { year: 2026, month: 3, day: 4 };
const [estimate] = estimateFlights([
  { origin: 'zrh', destination: 'SFO', operatingCarrierCode: 'LX', flightNumber: 38, departureDate },
]);

test('says the flight, every cabin, every step, every source and the version', () => {
  const text = explain(estimate!);
  assert.match(text, /^ZRH-SFO, LX 38, 2026-03-04:/);
  for (const cabin of ['economy', 'premium economy', 'business', 'first'])
    assert.match(text, new RegExp(`^  ${cabin} +[0-9.]+ kg`, 'm'));
  for (const { step, source, tier } of estimate!.provenance) {
    assert.ok(text.includes(step) && text.includes(source) && text.includes(`[${tier}]`), step);
  }
  assert.ok(text.includes(estimate!.modelVersion));
  assert.ok(!text.includes('undefined') && !text.includes('NaN'));
});

test('lists the aircraft with their shares', () => {
  const [first] = estimate!.aircraft;
  assert.ok(explain(estimate!).includes(`${first!.name} (${first!.icao})`));
});

test('the steps multiply to the figure when one layout is left', () => {
  const [single] = estimateFlights([
    {
      origin: 'ZRH',
      destination: 'SFO',
      operatingCarrierCode: 'LX',
      flightNumber: 38,
      departureDate,
      aircraft: '77W',
      seats: { economy: 300 },
    },
  ]);
  const value = (step: string): number =>
    single!.provenance.find((one) => one.step === step)!.value as number;
  const product =
    (value('fuel') * value('CO2e of the fuel') * 1000 * (1 - value('cargo mass fraction'))) /
    (value('equivalent capacity') * value('load factor'));
  assert.ok(Math.abs(product / single!.emissionsGramsPerPax.economy - 1) < 0.0005);
});
