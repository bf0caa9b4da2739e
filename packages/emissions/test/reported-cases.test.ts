/** Flights whose figures were once wrong, each with the source of the right one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aircraftCode } from '../src/aircraft/aircraft-codes.ts';
import { CODES } from '../src/data/aircraft.ts';
import { CEASED_CARRIERS } from '../src/data/fleets.ts';
import { MODEL_VERSION } from '../src/estimate/model-version.ts';
import { carrierFleet } from '../src/fleets/fleet.ts';
import {
  economyGramsPerPax,
  type FlightEstimate,
  type FlightInput,
  tryEstimateFlight,
  typicalEmissions,
} from '../src/index.ts';

function flightOf(carrier: string, route: string, more: Partial<FlightInput> = {}): FlightInput {
  const [origin = '', destination = ''] = route.split('-');
  const departureDate = { year: 2026, month: 6, day: 5 };
  return { origin, destination, operatingCarrierCode: carrier, flightNumber: 1, departureDate, ...more };
}

function estimate(carrier: string, route: string, more: Partial<FlightInput> = {}): FlightEstimate {
  const result = tryEstimateFlight(flightOf(carrier, route, more));
  assert.ok(result.ok, JSON.stringify(result));
  return result.estimate;
}

function problem(carrier: string, route: string, more: Partial<FlightInput> = {}): string {
  const result = tryEstimateFlight(flightOf(carrier, route, more));
  assert.ok(!result.ok);
  return result.problem.code;
}

const inYear = (year: number): Partial<FlightInput> => ({ departureDate: { year, month: 6, day: 5 } });
const warnings = (one: FlightEstimate): string[] => one.warnings.map(({ code }) => code);

const likeliest: readonly (readonly [string, string, string, readonly string[], number?])[] = [
  // US DOT T-100: 9 seats per departure on all its flights; it flies Cessna 402 and Tecnam P2012.
  ['Cape Air has nine seats', '9K', 'BOS-PVC', ['C402', 'P212']],
  // Emerald Airlines flies EI3000 to EI3999, only with ATR 72-600.
  ['Aer Lingus Regional flies ATRs', 'EI', 'DUB-EDI', ['AT76'], 3251],
  ['Aer Lingus itself flies none', 'EI', 'DUB-LHR', ['A320', 'A20N', 'A21N'], 154],
  // MASwings flies MH3000 to MH3999 inside Borneo, with ATR 72-500 and Twin Otters.
  ['MASwings flies turboprops', 'MH', 'BKI-LDU', ['AT75', 'DHC6'], 3050],
  // US DOT T-100, all of 2024: United has 255 seats per departure from Guam to the US.
  ['United flies 777s from Guam to Honolulu', 'UA', 'GUM-HNL', ['B772']],
  // US DOT T-100 names a 747, a 767 and two 777s there, with seats of other aircraft of the carrier.
  ["British Airways' 747 of 336 seats at Gatwick is a 777", 'BA', 'LGW-MCO', ['B772']],
  ["Finnair's A330 to Los Angeles is an A350", 'AY', 'HEL-LAX', ['A359']],
  ["Royal Air Maroc's 767 to New York is a 787", 'AT', 'CMN-JFK', ['B788', 'B789']],
  ["LOT's 777 is a 787", 'LO', 'WAW-ORD', ['B788', 'B789']],
  // The carrier on its A321neo of long range (business.inquirer.net, 2019): Brisbane, Port Moresby, Sapporo.
  ['Philippine Airlines flies its A321neo of long range to Brisbane', 'PR', 'MNL-BNE', ['A21N']],
  // Schedule of July to December 2023 (luandaherald.com): three a week with the 767.
  ['Air Niugini flies its 767 to Hong Kong', 'PX', 'POM-HKG', ['B763']],
  // simpleflying.com, 2019: Fokkers to Cairns. Its Dash 8s are Link PNG's, inside the country (emtv.com.pg, 2020).
  ['Air Niugini flies jets to Cairns', 'PX', 'POM-CNS', ['F70', 'F100', 'B738', 'BCS3']],
];

for (const [name, carrier, route, types, flightNumber = 1] of likeliest) {
  test(name, () => {
    const { aircraft } = estimate(carrier, route, { flightNumber });
    const share = aircraft.reduce((sum, one) => sum + (types.includes(one.icao) ? one.share : 0), 0);
    assert.ok(share > 0.85, `${JSON.stringify(aircraft.map((one) => [one.icao, one.share]))}`);
  });
}

// ch-aviation as quoted by luandaherald.com, July 2023: two classes, 188 seats; 216 was that and the business class again.
test("Air Niugini's 767 has 188 seats, and its Fokker 70 flies to Cairns", () => {
  const { seats } = estimate('PX', 'POM-HKG', { aircraft: '763' }).aircraft[0]!;
  assert.equal(seats.first + seats.business + seats.premiumEconomy + seats.economy, 188);
  const fokker = estimate('PX', 'POM-CNS').aircraft.find(({ icao }) => icao === 'F70');
  assert.ok(fokker!.share > 0.1, String(fokker!.share));
});

// VRS standing data, August 2026: Air Nostrum, which flies CRJ1000s, has 59 callsigns from Madrid to Frankfurt (1 420 km).
test('a regional partner flies its longest routes', () => {
  const regional = estimate('IB', 'MAD-FRA').aircraft.find(({ icao }) => icao === 'CRJX');
  assert.ok(regional!.share > 0.03, String(regional!.share));
});

test('a freight carrier is refused: it has no passengers', () => {
  for (const code of ['FX', 'FDX', '5X', 'cv', 'CLX', 'CK'])
    assert.equal(problem(code, 'MEM-LAX'), 'freight_carrier');
});

test('the IATA and the ICAO code of a type have one figure, except for winglets', () => {
  for (const code of CODES.split(';').map((text) => text.slice(0, 3))) {
    const { members, fuelFactor } = aircraftCode(code)!;
    if (members.length > 1) continue;
    // An unknown carrier, so that the layout is the type's own.
    const grams = (aircraft: string): number => economyGramsPerPax(flightOf('ZZ', 'FRA-LHR', { aircraft }));
    const ratio = grams(code) / grams(members[0]!.icao);
    assert.ok(Math.abs(ratio / (fuelFactor ?? 1) - 1) < 1e-9, `${code} ${members[0]!.icao} ${ratio}`);
  }
});

// Tegel closed on 8 November 2020; Chisinau's code was KIV until 17 January 2024.
test('a closed airport has flights up to its last day, at its own position', () => {
  const day = (year: number, month: number, dayOfMonth: number): Partial<FlightInput> => ({
    departureDate: { year, month, day: dayOfMonth },
  });
  const tegel = estimate('LH', 'TXL-FRA', day(2020, 11, 8));
  const brandenburg = estimate('LH', 'BER-FRA', day(2020, 11, 8));
  assert.ok(
    Math.abs(tegel.distanceKm - brandenburg.distanceKm) < 60 && tegel.distanceKm !== brandenburg.distanceKm,
  );
  assert.equal(problem('LH', 'TXL-FRA', day(2020, 11, 9)), 'closed_airport');
  assert.ok(estimate('OS', 'VIE-KIV', inYear(2019)).emissionsGramsPerPax.economy > 0);
  assert.equal(problem('OS', 'VIE-KIV', inYear(2026)), 'closed_airport');
  assert.equal(
    problem('LH', 'TXL-FRA', { departureDate: { year: 2019, month: 2, day: 30 } }),
    'invalid_value',
  );
});

test('an aircraft code without fuel data is ignored, with a warning', () => {
  const without = estimate('LH', 'FRA-JFK');
  const unknown = estimate('LH', 'FRA-JFK', { aircraft: 'XYZ' });
  assert.deepEqual(unknown.emissionsGramsPerPax, without.emissionsGramsPerPax);
  assert.deepEqual([warnings(unknown), warnings(without)], [['aircraft_not_supported'], []]);
  assert.match(unknown.warnings[0]!.message, /XYZ/);
});

// T-100, January 2024 and February 2026: 360 seats on 72 departures of Beavers.
test('a Beaver has its five seats, and the fuel of the aircraft that its derivation names', () => {
  const beaver = estimate('ZZ', 'CXH-YWH', { aircraft: 'DHP' });
  const [{ icao, seats }] = beaver.aircraft as [FlightEstimate['aircraft'][0]];
  assert.deepEqual([icao, seats.economy, warnings(beaver)], ['DHC2', 5, []]);
  const fuel = beaver.provenance.find(({ step }) => step === 'fuel');
  assert.equal(fuel?.tier, 'type BN2P in place of DHC2');
});

test("a date far from the data's uses today's fleet, with a warning", () => {
  assert.ok(
    MODEL_VERSION.endsWith(`.2026${MODEL_VERSION.slice(-4)}`),
    'the year of flight-warnings.ts is that of the data',
  );
  for (const year of [1950, 2020, 2032, 2199])
    assert.deepEqual(warnings(estimate('LH', 'FRA-JFK', inYear(year))), ['date_far_from_data'], String(year));
  for (const year of [2021, 2026, 2031])
    assert.deepEqual(warnings(estimate('LH', 'FRA-JFK', inYear(year))), []);
});

test('aircraft of a family are named alike, as their makers name them', () => {
  const name = (aircraft: string) => estimate('WF', 'OSL-BGO', { aircraft }).aircraft[0]!.name;
  for (const [form, codes] of [
    [/^Boeing 737 MAX \d+$/, ['7M7', '7M8', '7M9', '7MJ']],
    [/^De Havilland Dash 8-\d00$/, ['DH1', 'DH2', 'DH3', 'DH4']],
  ] as const)
    for (const code of codes) assert.match(name(code), form);
});

// Skybus to the Isles of Scilly shares the code 5Y with Atlas Air, which files the few passengers of its freighters.
test('the load of freighters and charters does not count for flights under the same code', () => {
  assert.ok(estimate('5Y', 'LEQ-ISC').emissionsGramsPerPax.economy < 50_000);
});

// Norwegian's domestic flights and QantasLink's have their own ICAO codes: 608 and 104 routes of the VRS standing data.
test("flights under the ICAO code of a brand's other AOC have the brand's figure, and count as its own", () => {
  for (const [icao, brand, route] of [
    ['NOZ', 'DY', 'OSL-BGO'],
    ['QLK', 'QF', 'SYD-ABX'],
  ] as const)
    assert.deepEqual(estimate(icao, route).emissionsGramsPerPax, estimate(brand, route).emissionsGramsPerPax);
  // SAS, Widerøe and Norwegian.
  assert.equal(typicalEmissions('OSL', 'BGO').carriers, 3);
});

// Singapore Airlines also files SQ 25 via Frankfurt under New York to Singapore, with the 777's seats and the few who
// stay on board: these were a third of the nonstop flights there, and five in nine of all its seats at New York full.
test('a flight with a stop, also filed under its ends, does not count as a nonstop flight', () => {
  const [newark, kennedy] = ['EWR-SIN', 'JFK-SIN'].map((route) => estimate('SQ', route));
  assert.ok(kennedy!.aircraft[0]!.share > 0.99);
  const [low, high] = [newark!, kennedy!].map(({ emissionsGramsPerPax }) => emissionsGramsPerPax.economy);
  assert.ok(Math.abs(high! / low! - 1) < 0.01, `${low} and ${high}`);
  for (const route of ['JFK-FRA', 'IAH-MAN', 'LAX-SIN']) {
    const load = estimate('SQ', route).provenance.find(({ step }) => step === 'load factor');
    assert.ok(Number(load!.value) > 0.8, route);
  }
});

// The longest nonstop flight on a schedule is Singapore to New York, 15 350 km.
test('a route that no aircraft flies nonstop is estimated with a warning', () => {
  assert.deepEqual(warnings(estimate('QF', 'LHR-SYD')), ['longer_than_nonstop']);
  assert.deepEqual(warnings(estimate('SQ', 'SIN-JFK')), []);
});

test('uses an impossible flown distance as given, with a warning: in miles, or with a point for thousands', () => {
  for (const distanceKm of [5197, 5981, 9.625]) {
    const [warning, ...more] = estimate('LX', 'ZRH-SFO', { distanceKm }).warnings;
    assert.deepEqual([warning?.code, warning?.field, more], ['shorter_than_great_circle', 'distanceKm', []]);
    assert.match(warning!.message, new RegExp(`distanceKm ${distanceKm} .* 9370 km`));
  }
  for (const distanceKm of [9300, 9370, 9625])
    assert.deepEqual(warnings(estimate('LX', 'ZRH-SFO', { distanceKm })), []);
});

test('the flown distance decides which aircraft fly it', () => {
  const likeliest = (more: Partial<FlightInput>) => estimate('LX', 'CDG-LAX', more).aircraft[0]!.icao;
  assert.deepEqual([likeliest({}), likeliest({ distanceKm: 5000 })], ['B77W', 'A333']);
});

test('a distance shorter than landing and take-off counts as those alone', () => {
  const grams = (distanceKm: number) =>
    estimate('LX', 'ZRH-GVA', { aircraft: '320', distanceKm }).emissionsGramsPerPax.economy;
  assert.equal(grams(1), grams(31));
  assert.ok(grams(33) > grams(31));
});

// Spirit Airlines: report to the US SEC of 4 May 2026, last flights on 2 May.
test("a flight after its carrier's last day uses its last fleet, with a warning", () => {
  const onDay = (month: number, day: number): FlightEstimate =>
    estimate('NK', 'FLL-LGA', { departureDate: { year: 2026, month, day } });
  assert.deepEqual(warnings(onDay(5, 2)), []);
  assert.deepEqual(warnings(onDay(5, 3)), ['carrier_ceased']);
  const [warning] = onDay(12, 14).warnings;
  assert.equal(warning!.field, 'operatingCarrierCode');
  assert.match(warning!.message, /^NK flew for the last time on 2026-05-02: /);
});

test('every carrier that ceased has a fleet with its last day', () => {
  for (const entry of CEASED_CARRIERS.split(',')) {
    const [carrier = '', day = ''] = entry.split(' ');
    assert.equal(carrierFleet(carrier)?.lastDay, Number(day.replaceAll('-', '')), carrier);
  }
});

// EMEP/EEA: the row of the Dash 8-400 ends at 1 000 NM, that of the A321neo at 4 000, that of the 777-300ER at 7 000.
for (const [carrier, route, aircraft, expected] of [
  ['LH', 'FRA-JFK', 'DH4', ['beyond_fuel_table']],
  ['LX', 'ZRH-SFO', '32Q', ['beyond_fuel_table']],
  ['LX', 'ZRH-SFO', '77W', []],
  ['B6', 'BOS-CDG', '32Q', []],
  ['QF', 'LHR-SYD', '789', ['longer_than_nonstop']],
] as const) {
  test(`${route} with ${aircraft}: ${expected.length > 0 ? expected : 'no warning'}`, () => {
    const one = estimate(carrier, route, { aircraft });
    assert.deepEqual(warnings(one), expected);
    if (warnings(one).includes('beyond_fuel_table')) assert.equal(one.warnings[0]!.field, 'aircraft');
  });
}

test('a flight beyond the fuel table of its likely aircraft has a warning for the flight as a whole', () => {
  const [warning] = estimate('9K', 'BOS-SFO').warnings;
  assert.deepEqual([warning?.code, warning?.field], ['beyond_fuel_table', '']);
  assert.match(warning!.message, /Give aircraft if you know it/);
});

test('a warning changes no figure', () => {
  const after = estimate('NK', 'FLL-LGA', { departureDate: { year: 2026, month: 6, day: 1 } });
  const before = estimate('NK', 'FLL-LGA', { departureDate: { year: 2025, month: 6, day: 1 } });
  assert.deepEqual(after.emissionsGramsPerPax, before.emissionsGramsPerPax);
  assert.deepEqual(after.interval, before.interval);
});
