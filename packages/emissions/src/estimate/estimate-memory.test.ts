import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { carrierCodes, partnersOf } from '../carriers/carriers.ts';
import { calculateFlights, type FlightInput, rememberEstimates } from '../index.ts';

const FLIGHT: FlightInput = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

const isKnownPair = (carrier: string): boolean => partnersOf(carrier).length > 0;

test('a remembered figure equals the calculated one for any flight', () => {
  const remembered = rememberEstimates((grams) => ({ grams }));
  const carriers = carrierCodes();
  // Numbers and dates matter for brands with partners and for carriers that ceased.
  const some = fc.oneof(
    fc.constantFrom(...carriers.filter(isKnownPair)),
    fc.constantFrom(...carriers),
    fc.constantFrom('NK', 'ZZ', 'q9'),
  );
  const number = fc.integer({ min: 1, max: 9999 });
  const year = fc.oneof(fc.integer({ min: 2024, max: 2027 }), fc.integer({ min: 1900, max: 2200 }));
  const day = fc.integer({ min: 1, max: 28 });
  const flight = fc.record({
    origin: fc.constantFrom('ZRH', 'JFK', 'DEL', 'LHR', 'ORD', 'LAX', 'NRT', 'jfk'),
    destination: fc.constantFrom('SFO', 'BOS', 'BOM', 'CDG', 'ATL', 'LCY', 'SIN', 'GUM'),
    operatingCarrierCode: some,
    flightNumber: number,
    departureDate: fc.record({ year, month: fc.integer({ min: 1, max: 12 }), day }),
    aircraft: fc.constantFrom(undefined, undefined, '789', '77W', 'A320', '32A'),
    loadFactor: fc.constantFrom(undefined, undefined, undefined, 0.5),
    distanceKm: fc.constantFrom(undefined, undefined, undefined, 8000),
    cargoMassFraction: fc.constantFrom(undefined, undefined, undefined, 0.2),
    seats: fc.constantFrom(undefined, undefined, undefined, { economy: 100 }),
  });
  fc.assert(
    fc.property(flight, number, year, day, (one, flightNumber, otherYear, otherDay) => {
      const departureDate = { ...one.departureDate, year: otherYear, day: otherDay };
      for (const each of [one, { ...one, flightNumber }, { ...one, departureDate }])
        assert.deepEqual(remembered(each)?.grams, calculateFlights([each])[0]?.emissionsGramsPerPax);
    }),
    { numRuns: 5000 },
  );
});

test('flight numbers of partners keep their bounds, whichever number is looked up first', () => {
  for (const numbers of [
    [3399, 3400, 6599, 6600],
    [6600, 6599, 3400, 3399],
  ]) {
    const remembered = rememberEstimates((grams) => ({ grams }));
    for (const flightNumber of numbers) {
      const flight = {
        ...FLIGHT,
        origin: 'ORD',
        destination: 'CLE',
        operatingCarrierCode: 'AA',
        flightNumber,
      };
      assert.deepEqual(remembered(flight)?.grams, calculateFlights([flight])[0]?.emissionsGramsPerPax);
    }
  }
});

test("a partner's figures end after its last day, whichever day is looked up first", () => {
  // CityLine's last day is 18 April.
  for (const days of [
    [17, 18, 19],
    [19, 18, 17],
  ]) {
    const remembered = rememberEstimates((grams) => ({ grams }));
    for (const day of days) {
      const departureDate = { year: 2026, month: 4, day };
      const flight = {
        ...FLIGHT,
        origin: 'MUC',
        destination: 'ZAG',
        operatingCarrierCode: 'LH',
        departureDate,
      };
      assert.deepEqual(remembered(flight)?.grams, calculateFlights([flight])[0]?.emissionsGramsPerPax);
    }
  }
});

test('flights that differ in irrelevant fields share one figure', () => {
  const remembered = rememberEstimates((grams) => ({ grams }));
  const first = remembered(FLIGHT);
  const later = { ...FLIGHT, flightNumber: 40, departureDate: { year: 2026, month: 12, day: 20 } };
  assert.ok(first);
  assert.equal(remembered(later), first);
  assert.equal(remembered({ ...FLIGHT, origin: 'zrh' }), first);
  for (const other of [
    { ...FLIGHT, origin: 'GVA' },
    { ...FLIGHT, departureDate: { year: 2026, month: 11, day: 14 } },
    { ...FLIGHT, aircraft: '333' },
    { ...FLIGHT, operatingCarrierCode: 'UA' },
    { ...FLIGHT, loadFactor: 0.8 },
  ])
    assert.notEqual(remembered(other), first);
});

test('a flight that cannot be estimated is undefined', () => {
  const remembered = rememberEstimates(() => 'figure');
  assert.equal(remembered({ ...FLIGHT, origin: 'LON' }), undefined);
  assert.equal(remembered({ ...FLIGHT, flightNumber: 0 }), undefined);
});

test('forgets figures not used lately, and keeps those used again', () => {
  let made = 0;
  const remembered = rememberEstimates(() => `${++made}`, 2);
  const inMonth = (month: number) => remembered({ ...FLIGHT, departureDate: { year: 2026, month, day: 1 } });
  const first = inMonth(1);
  inMonth(2);
  inMonth(3);
  assert.equal(inMonth(1), first);
  inMonth(4);
  inMonth(5);
  assert.equal(inMonth(1), first);
  assert.equal(made, 5);
  inMonth(2);
  assert.equal(made, 6);
});

test('refuses an invalid limit, as of a misspelt variable: the memory would be unlimited', () => {
  for (const most of [Number.NaN, 0, -1])
    assert.throws(() => rememberEstimates((grams) => ({ grams }), most), {
      name: 'TypeError',
      message: /^most /,
    });
});
