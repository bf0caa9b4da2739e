import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOAD_FACTORS } from '../data/loads.ts';
import { estimateFlights, explain, type ProvenanceStep } from '../index.ts';
import { carrierLoad } from '../statistics/load-factor.ts';

const departureDate = { year: 2026, month: 3, day: 4 };
const [estimate] = estimateFlights([
  { origin: 'zrh', destination: 'SFO', operatingCarrierCode: 'LX', flightNumber: 38, departureDate },
]);

test('states the flight, every cabin, step and source, and the version', () => {
  const text = explain(estimate!);
  assert.match(text, /^ZRH-SFO, LX 38, 2026-03-04: CO2e per passenger, well-to-wake$/m);
  for (const cabin of ['economy', 'premium economy', 'business', 'first'])
    assert.match(text, new RegExp(`^  ${cabin} +[0-9.]+ kg`, 'm'));
  for (const { step, source, tier, publisher = '', period = '', confidence = '' } of estimate!.provenance) {
    for (const part of [step, source, `[${tier}]`, publisher, period, confidence])
      assert.ok(text.includes(part), `${step}: ${part}`);
  }
  assert.ok(text.includes(estimate!.modelVersion));
  assert.ok(!text.includes('undefined') && !text.includes('NaN'));
});

test('lists the aircraft with their shares', () => {
  const [first] = estimate!.aircraft;
  assert.ok(explain(estimate!).includes(`${first!.name} (${first!.icao})`));
});

test('writes each figure at its place, with its unit', () => {
  const cabins = (economy: number) => ({
    economy,
    premiumEconomy: 2 * economy,
    business: 3 * economy,
    first: 4 * economy,
  });
  const type = { icao: 'A21N', name: 'Airbus A321neo', body: 'narrow', fuelKg: 29_820 } as const;
  const seats = { first: 1, business: 2, premiumEconomy: 3, economy: 4 };
  const made = { tier: 'caller', source: 'given by the caller' };
  const text = explain({
    flight: { ...estimate!.flight, destination: 'sfo' },
    emissionsGramsPerPax: cabins(100_000),
    interval: { low: cabins(90_000), high: cabins(120_000) },
    ttwGramsPerPax: cabins(83_000),
    wttGramsPerPax: cabins(17_000),
    distanceKm: 9624.7,
    aircraft: [{ ...type, share: 0.25, seats, economyGramsPerPax: 99_000 }],
    provenance: [
      { step: 'fuel', value: 29_820, unit: 'kg', ...made },
      { step: 'load factor', value: 0.8, ...made, publisher: 'somebody', period: '2024', confidence: 'low' },
    ],
    warnings: [{ code: 'beyond_fuel_table', field: 'aircraft', message: 'Check the code.' }],
    modelVersion: '3.0.0',
  });
  assert.deepEqual(text.split('\n'), [
    'ZRH-SFO, LX 38, 2026-03-04: CO2e per passenger, well-to-wake',
    '  economy            100.0 kg   likely 90.0 kg to 120.0 kg',
    '  premium economy    200.0 kg   likely 180.0 kg to 240.0 kg',
    '  business           300.0 kg   likely 270.0 kg to 360.0 kg',
    '  first              400.0 kg   likely 360.0 kg to 480.0 kg',
    '  of the economy figure: burning the fuel 83.0 kg, making it 17.0 kg',
    '',
    'Aircraft considered, over 9624.7 km flown',
    '   25 %  Airbus A321neo (A21N), 1F 2J 3W 4Y, 29820 kg of fuel, economy 99.0 kg',
    '',
    'Steps (means over the aircraft of the likelier body)',
    '  fuel         29820 kg  [caller] given by the caller',
    '  load factor  0.8  [caller] given by the caller (somebody, 2024, low)',
    '',
    'Note: Check the code.',
    'The likely range is the 10th to the 90th percentile over aircraft, seats, load and cargo.',
    'Model 3.0.0, after the Travel Impact Model 3.0.',
  ]);
});

test('counts the aircraft beyond five, and writes the carrier in capitals', () => {
  const [some] = estimateFlights([
    { origin: 'JFK', destination: 'LAX', operatingCarrierCode: 'dl', flightNumber: 1, departureDate },
  ]);
  const aircraft = some!.aircraft.slice(0, 6);
  assert.equal(aircraft.length, 6);
  const text = explain({ ...some!, aircraft });
  assert.match(text, /^JFK-LAX, DL 1, /);
  assert.match(text, /^ {2}and 1 less likely$/m);
  assert.equal(text.split(' kg of fuel, economy ').length - 1, 5);
  assert.doesNotMatch(explain({ ...some!, aircraft: aircraft.slice(0, 5) }), /less likely/);
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
  const { distanceKm } = single!;
  assert.ok(Math.abs(value('great-circle distance') * value('distance factor') - distanceKm) < 1);
  assert.ok(Math.abs(value('climb, cruise and descent') - (distanceKm / 1.852 - 17)) < 0.1);
});

function stepOf(name: string, carrier: string, route: string): ProvenanceStep {
  const [origin = '', destination = ''] = route.split('-');
  const flight = { origin, destination, operatingCarrierCode: carrier, flightNumber: 1, departureDate };
  return estimateFlights([flight])[0]!.provenance.find(({ step }) => step === name)!;
}

test('the fuel is that of the type named by its step, with its factor for winglets', () => {
  const fuelOf = (aircraft: string): ProvenanceStep => {
    const [given] = estimateFlights([{ ...estimate!.flight, operatingCarrierCode: 'ZZ', aircraft }]);
    return given!.provenance.find(({ step }) => step === 'fuel')!;
  };
  const [plain, winglets, standIn] = ['738', '73H', '7M7'].map(fuelOf);
  assert.deepEqual(
    [plain!.tier, winglets!.tier, standIn!.tier],
    ['type B738', 'type B738, winglets × 0.97', 'type B734 in place of B37M'],
  );
  assert.equal(winglets!.value, Math.round(0.97 * Number(plain!.value)));
});

test('the source states whether the caller gave a type or only a family', () => {
  for (const [aircraft, source] of [
    ['77W', 'given by the caller'],
    ['777', 'family given by the caller; likeliest type by fleets and departures'],
  ] as const) {
    const [given] = estimateFlights([{ ...estimate!.flight, operatingCarrierCode: 'BA', aircraft }]);
    const step = given!.provenance.find(({ step }) => step === 'aircraft')!;
    assert.deepEqual([step.value, step.source], ['Boeing 777-300ER (wide body)', source]);
  }
});

test('the aircraft named by its step has the body of the estimate, even with many layouts', () => {
  for (const [carrier, route] of [
    ['AF', 'MIA-LAX'],
    ['AF', 'DEL-HKG'],
    ['5J', 'MNL-BLR'],
  ] as const) {
    const [origin = '', destination = ''] = route.split('-');
    const flight = { origin, destination, operatingCarrierCode: carrier, flightNumber: 38, departureDate };
    const { aircraft, provenance } = estimateFlights([flight])[0]!;
    const { value } = provenance.find(({ step }) => step === 'aircraft')!;
    assert.ok(
      aircraft.some(({ name, body }) => value === `${name} (${body} body)`),
      `${carrier} ${route}: ${value}`,
    );
  }
});

test('the fuel of the steps is the mean over the aircraft of one body', () => {
  const flight = { ...estimate!.flight, origin: 'ATL', destination: 'LAX', operatingCarrierCode: 'DL' };
  const { aircraft, provenance } = estimateFlights([{ ...flight, flightNumber: 1 }])[0]!;
  assert.equal(new Set(aircraft.map(({ body }) => body)).size, 2);
  const valueAt = (name: string) => provenance.find(({ step }) => step === name)!.value;
  const body = String(valueAt('aircraft')).includes('narrow') ? 'narrow' : 'wide';
  const own = aircraft.filter((one) => one.body === body);
  const share = own.reduce((sum, one) => sum + one.share, 0);
  const mean = own.reduce((sum, one) => sum + (one.share * one.fuelKg) / share, 0);
  assert.ok(Math.abs(Number(valueAt('fuel')) - mean) <= 1.5, `${valueAt('fuel')} is not ${mean}`);
});

test('every step before the result names publisher, period and confidence', () => {
  for (const [carrier, route] of [
    ['LX', 'ZRH-SFO'],
    ['6E', 'DEL-BOM'],
    ['ZZ', 'FRA-LHR'],
    ['AA', 'JFK-LAX'],
  ] as const) {
    for (const name of ['aircraft', 'fuel', 'cargo mass fraction', 'equivalent capacity', 'load factor']) {
      const { publisher, period, confidence } = stepOf(name, carrier, route);
      assert.ok(publisher && period && confidence, `${carrier} ${name}`);
    }
  }
});

const DOT = 'US Department of Transportation, Bureau of Transportation Statistics';
const GIVEN = {
  aircraft: '77W',
  seats: { economy: 300 },
  loadFactor: 0.8,
  cargoMassFraction: 0.1,
  distanceKm: 9500,
};
const WEIGHTS = '; weights of cabins: IATA RP 1726';

for (const [flight, name, sources] of [
  [
    'LX ZRH-SFO',
    'distance factor',
    'flown over great-circle distance | GAIA, Teoh et al. | 2019-2021 | published',
  ],
  ['ZZ AAA-PPT', 'distance factor', 'world average | Travel Impact Model 3.0, Google | 2025 | published'],
  // The listed layout here is of another aircraft.
  [
    'BA LHR-LAX',
    'aircraft',
    `T-100 segments, departures by type, blended with the fleet of the carrier | ${DOT} | 2024 and February 2026 | published; fleet: medium`,
  ],
  [
    'AA JFK-LAX',
    'aircraft',
    'layouts written down by hand for this route, beside the fleet of the carrier | Flight Offset | 2025 | general knowledge',
  ],
  [
    'EA DUB-EDI',
    'aircraft',
    'fleet of the carrier, compiled by this project, from general knowledge | Flight Offset | 2025 | general knowledge',
  ],
  ['ZZ FRA-LHR', 'aircraft', "mix of the world's fleets at the distance | Flight Offset | 2026 | low"],
  [
    'LH FRA-JFK',
    'equivalent capacity',
    `seats of the carrier, compiled by this project${WEIGHTS} | Flight Offset | 2026 | medium`,
  ],
  [
    'AA LHR-CDG',
    'equivalent capacity',
    `seats of the carrier, compiled by this project${WEIGHTS} | Flight Offset | 2025 | high`,
  ],
  [
    'ZZ FRA-LHR',
    'equivalent capacity',
    `seats of the carrier: median of the world's fleets${WEIGHTS} | Flight Offset | 2026 | low`,
  ],
  ['AA LHR-CDG', 'load factor', `T-100 segments by carrier | ${DOT} | 2024 | published`],
  [
    'DL ATL-MCO',
    'load factor',
    `T-100 segments by carrier, airports, route and month | ${DOT} | 2024 | published`,
  ],
  [
    'UA ORD-YYZ',
    'load factor',
    `T-100 segments by carrier and airports; month: load factor of US carriers, 2019 and 2023 | ${DOT} | 2024 | published`,
  ],
  [
    'LX ZRH-SFO',
    'load factor',
    `T-100 segments by carrier and airports; month: IATA, load factors by region, 2019 and 2023-2025 | ${DOT} | 2024 | published`,
  ],
  [
    'ZZ FRA-LHR',
    'load factor',
    'default: mean of US carriers in 2019 | Travel Impact Model 3.0, Google | 2019 | published',
  ],
  ...(
    [
      ['BA LHR-JFK', 'carrier, route and direction'],
      ['ZZ LHR-JFK', 'route and direction'],
      ['LH FRA-DEL', 'distance and body, of flights inside, to and from the US'],
    ] as const
  ).map(
    ([flight, by]) =>
      [
        flight,
        'cargo mass fraction',
        `T-100 segments, freight and mail by ${by} | ${DOT} | January 2024, 2024, February 2026 | published`,
      ] as const,
  ),
] as const)
  test(`${flight}, ${name}: ${sources}`, () => {
    const [carrier = '', route = ''] = flight.split(' ');
    const { source, publisher, period, confidence } = stepOf(name, carrier, route);
    assert.equal([source, publisher, period, confidence].join(' | '), sources);
  });

test('a value given by the caller has no publisher', () => {
  const [given] = estimateFlights([{ ...estimate!.flight, ...GIVEN }]);
  const sources = given!.provenance.flatMap(({ tier, source, publisher }) =>
    /caller/.test(tier) ? [[source, publisher]] : [],
  );
  assert.deepEqual(sources, [
    ...Array.from({ length: 3 }, () => ['given by the caller', undefined]),
    [`given by the caller${WEIGHTS}`, undefined],
    ['given by the caller', undefined],
  ]);
});

test("a regulator's figure names the regulator and its months", () => {
  const { publisher, period, confidence } = stepOf('load factor', 'QP', 'DEL-BOM');
  assert.match(publisher!, /DGCA/);
  assert.deepEqual([period, confidence], ['Nov 2023 - Oct 2025', 'published; high']);
  assert.equal(stepOf('load factor', 'FR', 'DUB-STN').publisher, undefined);
});

test('the flight from Frankfurt to Delhi has the values of the method page', () => {
  assert.equal(stepOf('load factor', 'LH', 'FRA-DEL').value, 0.83);
  assert.equal(stepOf('cargo mass fraction', 'LH', 'FRA-DEL').value, 0.2512);
  assert.equal(Math.round(stepOf('great-circle distance', 'LH', 'FRA-DEL').value as number), 6118);
});

test('a value from general knowledge is marked so, with the year of its report', () => {
  const load = stepOf('load factor', 'FR', 'DUB-STN');
  assert.match(load.source, /annual report of the carrier, from general knowledge/);
  assert.deepEqual([load.period, load.confidence], ['FY2024-25', 'general knowledge']);
  const seats = stepOf('equivalent capacity', 'EA', 'DUB-EDI');
  assert.equal(seats.confidence, 'general knowledge');
  assert.match(seats.period!, /^202\d$/);
  assert.match(stepOf('aircraft', 'AA', 'JFK-LAX').source, /by hand for this route/);
});

for (const [carrier, route, tier, confidence] of [
  ['FR', 'DUB-STN', 'layout: high', 'high'],
  ['BA', 'LHR-JFK', 'layout: medium', 'medium'],
  ['LH', 'FRA-DEL', 'layout: high', 'high; partly general knowledge'],
  ['ET', 'ADD-NBO', 'layout: medium', 'medium; partly general knowledge'],
  ['EA', 'DUB-EDI', 'layout: medium', 'general knowledge'],
  ['RJ', 'AMM-DXB', 'layout: low', 'general knowledge'],
] as const) {
  test(`how sure the seats are, and by what: ${carrier} ${tier}, ${confidence}`, () => {
    const seats = stepOf('equivalent capacity', carrier, route);
    assert.deepEqual([seats.tier, seats.confidence], [tier, confidence]);
  });
}

// BITRE, international airlines: Qantas 6 423 670 of 7 582 467 seats, Jetstar 0.887, Virgin Australia 0.824.
for (const [carrier, route, value] of [
  ['QF', 'SYD-SIN', 0.847],
  ['JQ', 'SYD-DPS', 0.887],
  ['VA', 'BNE-NAN', 0.824],
] as const) {
  test(`${carrier}: the load abroad has BITRE as publisher, the load at home rests on general knowledge`, () => {
    const abroad = stepOf('load factor', carrier, route);
    assert.equal(abroad.value, value);
    assert.equal(
      abroad.publisher,
      'Bureau of Infrastructure and Transport Research Economics (BITRE), Australia',
    );
    assert.match(abroad.source, /CC BY 4\.0/);
    assert.deepEqual([abroad.period, abroad.confidence], ['Jan 2024 - Aug 2025', 'published; high']);
    const home = stepOf('load factor', carrier, 'SYD-MEL');
    assert.deepEqual([home.publisher, home.confidence], [undefined, 'general knowledge']);
  });
}

test('publishers of load factors are bodies, not kinds of document', () => {
  const bodies = new Set<string>();
  for (const entry of LOAD_FACTORS.split(' ')) {
    const { source, internationalSource } = carrierLoad(entry.slice(0, 2))!;
    for (const one of [source!, internationalSource!]) {
      if (one.publisher !== undefined) bodies.add(one.publisher);
    }
  }
  assert.deepEqual([...bodies].sort(), [
    'Agencia Nacional de Aviacao Civil of Brazil (ANAC)',
    'Bureau of Infrastructure and Transport Research Economics (BITRE), Australia',
    'Directorate General of Civil Aviation of India (DGCA)',
    'Etihad Airways',
    'Philippine Airlines',
    'Qatar Airways',
    'Taiwan Civil Aeronautics Administration',
    'UK Civil Aviation Authority',
  ]);
  for (const [carrier, route] of [
    ['LH', 'FRA-DEL'],
    ['NH', 'HND-SIN'],
  ] as const)
    assert.equal(stepOf('load factor', carrier, route).publisher, undefined);
});

// ch-aviation, July 2025, has the counts of Qantas' 737s; their layouts are recalled.
test('a value that rests partly on general knowledge is marked so, with the confidence of the rest', () => {
  const seats = stepOf('equivalent capacity', 'QF', 'SYD-PER');
  assert.match(seats.source, /in part from general knowledge/);
  assert.match(seats.confidence!, /^(?:high|medium|low); partly general knowledge$/);
});

// DGCA, November 2023 to October 2025: Akasa 0.907 inside India and 0.733 abroad.
test('a carrier with two load factors has each on its own routes', () => {
  assert.equal(stepOf('load factor', 'QP', 'DEL-BOM').value, 0.907);
  assert.equal(stepOf('load factor', 'QP', 'BOM-DOH').value, 0.733);
  for (const [destination, loadFactor] of [
    ['DEL', 0.907],
    ['DOH', 0.733],
  ] as const) {
    const flight = {
      ...estimate!.flight,
      origin: 'BOM',
      destination,
      operatingCarrierCode: 'QP',
      flightNumber: 1,
    };
    const [known, given] = estimateFlights([flight, { ...flight, loadFactor }]);
    assert.deepEqual(known!.emissionsGramsPerPax, given!.emissionsGramsPerPax);
  }
});
