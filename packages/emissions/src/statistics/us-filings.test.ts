/** Load factors and cargo of flights that touch the US follow what carriers filed with the US DOT. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateFlights, type FlightInput } from '../index.ts';

function stepOf(
  name: string,
  carrier: string,
  route: string,
  more: Partial<FlightInput> = {},
): [number, string] {
  const [origin = '', destination = ''] = route.split('-');
  const departureDate = { year: 2026, month: 6, day: 5 };
  const flight = {
    origin,
    destination,
    operatingCarrierCode: carrier,
    flightNumber: 1,
    departureDate,
    ...more,
  };
  const step = estimateFlights([flight])[0]!.provenance.find((one) => one.step === name)!;
  return [step.value as number, step.tier];
}

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const inMonth = (month: number): Partial<FlightInput> => ({ departureDate: { year: 2026, month, day: 5 } });
const loadOf = (carrier: string, route: string, month = 6): number =>
  stepOf('load factor', carrier, route, inMonth(month))[0];
const cargoOf = (carrier: string, route: string, aircraft: string): number =>
  stepOf('cargo mass fraction', carrier, route, { aircraft })[0];

// T-100, all of 2024: 0.718 between Honolulu and Lihue, 0.804 for Hawaiian inside the US.
test('a route keeps its own lower load factor', () => {
  assert.ok(loadOf('HA', 'HNL-LIH') < 0.95 * loadOf('HA', 'HNL-LAX'));
  const year = MONTHS.reduce((sum, month) => sum + loadOf('HA', 'HNL-LIH', month), 0) / 12;
  assert.ok(Math.abs(year / 0.718 - 1) < 0.04, String(year));
});

// T-100, all of 2024: LOT 0.861 to and from the US, JetBlue 0.828 inside it and 0.793 abroad.
test('between other countries only a US carrier has its filed load, that of its flights abroad', () => {
  assert.deepEqual(stepOf('load factor', 'LO', 'WAW-LHR'), [0.845, 'default']);
  assert.equal(stepOf('load factor', 'LO', 'WAW-JFK')[1], 'carrier, US filings');
  assert.deepEqual(stepOf('load factor', 'B6', 'LHR-DUB'), [0.793, 'carrier, US filings']);
});

// T-100, all of 2024: Silver 0.559 inside the US.
test('a carrier with an unknown fleet has its filed load', () => {
  const [load, tier] = stepOf('load factor', '3M', 'FLL-EYW');
  assert.equal(tier, 'carrier, US filings');
  assert.ok(load < 0.7, String(load));
});

// T-100, all of 2024, by airport and region: American 0.797 at O'Hare and 0.869 at Los Angeles inside the US.
test('a US carrier with two loads at home has them by airport', () => {
  const [, tier] = stepOf('load factor', 'AA', 'ORD-CLE');
  assert.equal(tier, 'carrier, US filings');
  assert.ok(loadOf('AA', 'LAX-AUS') > 1.02 * loadOf('AA', 'ORD-CLE'));
});

test('a foreign carrier has its load by airport too', () => {
  assert.ok(loadOf('PD', 'YYZ-MCO') > 1.2 * loadOf('PD', 'YYZ-EWR'));
});

// T-100, 2024: JetBlue between Boston and Washington 16 % emptier in winter than in June; Orlando 3 %.
// T-100, all of 2024: Alaska 0.837 inside the US, 0.253 from Yakutat; American 0.843 abroad, 0.694 from Tulum. GAIA (2019 to
// 2021) has neither airport.
test('an airport without flights in GAIA is as full as was filed there', () => {
  assert.ok(loadOf('AS', 'JNU-YAK') < 0.45);
  assert.ok(loadOf('AA', 'TQO-DFW') < 0.9 * loadOf('AA', 'CUN-DFW'));
});

test('a domestic route filed all year has its own season', () => {
  const swing = (carrier: string, route: string): number =>
    loadOf(carrier, route, 6) / loadOf(carrier, route, 1);
  assert.ok(swing('B6', 'BOS-DCA') > 1.1);
  assert.ok(swing('DL', 'JFK-LAX') < 1.05);
  // It empties from December on.
  assert.ok(loadOf('B6', 'BOS-DCA', 11) > loadOf('B6', 'BOS-DCA', 10));
});

test('across the Atlantic winter is emptier than inside the US', () => {
  const swing = (route: string): number => loadOf('UA', route, 7) / loadOf('UA', route, 2);
  assert.ok(swing('EWR-FRA') > swing('EWR-DEN') + 0.03);
});

const US_SEASON = 'month: load factor of US carriers, 2019 and 2023';
const IATA_SEASON = 'month: IATA, load factors by region, 2019 and 2023-2025';

for (const [what, carrier, route, flightNumber, source] of [
  ['airports and the season of the US', 'AA', 'JFK-IND', 1, ` and airports; ${US_SEASON}`],
  ['no airports under regional numbers', 'AA', 'JFK-IND', 4385, `; ${US_SEASON}`],
  ['the season of the US to Canada', 'AC', 'YYZ-IND', 1, ` and airports; ${US_SEASON}`],
  ["IATA's months abroad", 'UA', 'EWR-CDG', 1, ` and airports; ${IATA_SEASON}`],
  ['the months of a route that was filed all year', 'UA', 'EWR-LHR', 1, ', airports, route and month'],
  ['the carrier alone where the flight does not touch the US', 'UA', 'NRT-HKG', 1, ''],
] as const) {
  test(`the derivation names the basis of the load: ${what}`, () => {
    const [origin = '', destination = ''] = route.split('-');
    const named = (month: number): [string, number] => {
      const departureDate = { year: 2026, month, day: 5 };
      const flight = { origin, destination, operatingCarrierCode: carrier, flightNumber, departureDate };
      const load = estimateFlights([flight])[0]!.provenance.find(({ step }) => step === 'load factor')!;
      return [load.source, Number(load.value)];
    };
    const [[june, full], [january, empty]] = [named(6), named(1)];
    assert.deepEqual([june, january], Array(2).fill(`T-100 segments by carrier${source}`));
    assert.equal(full > empty, source !== '');
  });
}

// T-100, 2024: filed in every month from Newark to London, not to Paris; both have the season across the Atlantic.
test('a route abroad that was filed all year has its own season', () => {
  const swing = (route: string): number => loadOf('UA', route, 7) / loadOf('UA', route, 2);
  assert.ok(swing('EWR-LHR') > swing('EWR-CDG') + 0.01, `${swing('EWR-LHR')} ${swing('EWR-CDG')}`);
});

// TIM, README, load factors: if the carrier has no figures on the route, its mean over all routes in the month.
test("a flight under regional numbers has the brand's mean load, whatever its operator and origin", () => {
  const regional = (route: string): number =>
    stepOf('load factor', 'AA', route, { flightNumber: 4385, aircraft: 'E75' })[0];
  assert.equal(regional('JFK-IND'), regional('ORD-PIT'));
  // T-100, 2024: American 0.837 inside the US, Republic 0.795; June and its neighbours are 3 % above the year.
  assert.ok(Math.abs(regional('JFK-IND') / 0.837 - 1.03) < 0.01, String(regional('JFK-IND')));
});

test('a foreign carrier has its filed load to the US and its reported one at home', () => {
  assert.equal(stepOf('load factor', 'BA', 'LHR-JFK')[1], 'carrier, US filings');
  assert.equal(stepOf('load factor', 'BA', 'LHR-GVA')[1], 'carrier, own reports');
  // It filed no flights inside the US.
  assert.deepEqual(stepOf('load factor', 'LY', 'JFK-LAX'), [0.91, 'carrier, own reports']);
});

test("a partner under a brand's numbers has the load that it filed itself: LATAM Brasil's 777", () => {
  const of = (carrier: string) => stepOf('load factor', carrier, 'GRU-JFK', { aircraft: '77W' });
  assert.deepEqual(of('LA'), of('JJ'));
  assert.notDeepEqual(of('LA'), stepOf('load factor', 'LA', 'SCL-JFK', { aircraft: '789' }));
});

// T-100, January 2024: cargo is 37 % of British Airways' payload from London to New York and 8 % on the way back.
test('a flight to Canada has the load of the way back: filed inside the US by its carrier, or else abroad', () => {
  for (const carrier of ['UA', 'AC']) {
    const [load, tier] = stepOf('load factor', carrier, 'ORD-YYZ');
    assert.deepEqual(stepOf('load factor', carrier, 'YYZ-ORD'), [load, tier]);
    assert.equal(tier, 'carrier, US filings');
  }
  // American is 0.87 full abroad in June; from Seattle inside the US it is fuller.
  assert.ok(loadOf('AA', 'SEA-YVR') > 0.92);
});

test('cargo of wide bodies is by carrier, route and direction', () => {
  const [there, back] = [cargoOf('BA', 'LHR-JFK', '77W'), cargoOf('BA', 'JFK-LHR', '77W')];
  assert.equal(stepOf('cargo mass fraction', 'BA', 'LHR-JFK', { aircraft: '77W' })[1], 'carrier and route');
  assert.ok(there > 0.3 && back < 0.15, `${there} ${back}`);
});

// T-100, the largest segments of 2024: 9 % of the payload of Delta's 737 and 757 from Santo Domingo to New York; 0.6 % back.
test('cargo of narrow bodies is by carrier, route and direction where it is far from that of the distance', () => {
  const of = (route: string) => stepOf('cargo mass fraction', 'DL', route, { aircraft: '739' });
  assert.deepEqual(of('SDQ-JFK'), [0.09, 'carrier and route']);
  assert.equal(of('JFK-SDQ')[1], 'distance band and body');
  assert.equal(of('ATL-MCO')[1], 'distance band and body');
});

// TIM takes a mean of cargo of at least 2 000 flights in six years: Royal Jordanian flies to Chicago once a day.
test('a route with too few flights has the cargo of its distance', () => {
  assert.equal(
    stepOf('cargo mass fraction', 'RJ', 'ORD-AMM', { aircraft: '788' })[1],
    'distance band and body',
  );
});

test('a route with cargo known one way has the cargo of its distance on the way back', () => {
  const tierOf = (route: string): string =>
    stepOf('cargo mass fraction', 'ET', route, { aircraft: '789' })[1];
  assert.deepEqual([tierOf('PVG-SFO'), tierOf('SFO-PVG')], ['route and body', 'distance band and body']);
});

test('a carrier with too few flights on a busy route has the cargo of all carriers there', () => {
  assert.equal(stepOf('cargo mass fraction', 'DL', 'LHR-LAX', { aircraft: '339' })[1], 'route and body');
});
