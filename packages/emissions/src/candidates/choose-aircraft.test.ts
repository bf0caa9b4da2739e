/** The right aircraft for a flight: cases whose aircraft is common knowledge. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateFlights, type FlightEstimate, type FlightInput } from '../index.ts';
import { genericMix } from './generic-mix.ts';

function estimate(route: string, carrier: string, more: Partial<FlightInput> = {}): FlightEstimate {
  const [origin = '', destination = ''] = route.split('-');
  const departureDate = { year: 2026, month: 6, day: 1 };
  const flight = {
    origin,
    destination,
    operatingCarrierCode: carrier,
    flightNumber: 1,
    departureDate,
    ...more,
  };
  return estimateFlights([flight])[0]!;
}

const share = ({ aircraft }: FlightEstimate, ...types: string[]): number =>
  aircraft.filter(({ icao }) => types.includes(icao)).reduce((sum, one) => sum + one.share, 0);

const tier = ({ provenance }: FlightEstimate, step: string): string =>
  provenance.find((one) => one.step === step)!.tier;

test('Ryanair flies 737s', () => {
  const estimated = estimate('DUB-STN', 'FR');
  assert.ok(share(estimated, 'B738', 'B38M') > 0.9);
  assert.equal(tier(estimated, 'aircraft'), 'carrier fleet by distance');
});

test('Emirates flies A380 and 777 to London', () => {
  assert.ok(share(estimate('DXB-LHR', 'EK'), 'A388', 'B77W', 'B77L', 'A359') > 0.99);
});

test('a sister company flies the fleet known for the brand', () => {
  assert.deepEqual(estimate('GVA-LGW', 'DS').aircraft, estimate('GVA-LGW', 'U2').aircraft);
  assert.deepEqual(estimate('GVA-LGW', 'EZS').aircraft, estimate('GVA-LGW', 'U2').aircraft);
});

test('trunk routes have large aircraft, small airports small ones', () => {
  assert.ok(share(estimate('SYD-MEL', 'QF'), 'DH8D') < 0.1);
  assert.ok(share(estimate('SYD-WGA', 'QF'), 'DH8D') > 0.5);
  const sapporo = estimate('HND-CTS', 'NH').aircraft.filter(({ body }) => body === 'wide');
  assert.ok(sapporo.reduce((sum, one) => sum + one.share, 0) > 0.4);
});

test('aircraft on routes to the US are those of T-100', () => {
  const estimated = estimate('ZRH-SFO', 'LX');
  assert.equal(tier(estimated, 'aircraft'), 'carrier and route');
  assert.ok(share(estimated, 'B77W') > 0.7);
});

test('a flight number of American Eagle has a regional jet', () => {
  assert.ok(
    share(estimate('ORD-CLE', 'AA', { flightNumber: 4909 }), 'E75L', 'E170', 'CRJ7', 'CRJ9', 'E145') > 0.9,
  );
  assert.ok(
    share(estimate('ORD-CLE', 'AA', { flightNumber: 909 }), 'E75L', 'E170', 'CRJ7', 'CRJ9', 'E145') < 0.1,
  );
});

test('regional numbers are 3400 to 6599 only, and under its own code a partner flies its whole fleet', () => {
  for (const number of [3399, 3400, 6599, 6600]) {
    const regionals = share(
      estimate('ORD-CLE', 'AA', { flightNumber: number }),
      'E75L',
      'E170',
      'CRJ7',
      'CRJ9',
      'E145',
    );
    assert.equal(regionals > 0.5, number >= 3400 && number <= 6599, `${number}: ${regionals}`);
  }
  // GoJet's aircraft fly in United's colours.
  assert.equal(share(estimate('ORD-CLE', 'G7'), 'CRJ7'), 1);
});

test('a regional number ignores departures of the brand itself', () => {
  const tierOf = (flightNumber: number) => tier(estimate('ORD-DFW', 'AA', { flightNumber }), 'aircraft');
  for (const number of [3400, 4909, 6599]) assert.equal(tierOf(number), 'carrier fleet by distance');
  for (const number of [909, 3399, 6600]) assert.equal(tierOf(number), 'carrier and route');
});

test('a carrier with an unknown fleet flies the aircraft that it filed on the route', () => {
  const porter = estimate('YOW-BOS', 'P3');
  assert.deepEqual([tier(porter, 'aircraft'), share(porter, 'DH8D')], ['carrier and route', 1]);
});

test("American's three-class A321 flies New York to Los Angeles, not Miami to Los Angeles", () => {
  const seats = (route: string): number =>
    estimate(route, 'AA', { aircraft: '32B' }).aircraft[0]!.seats.economy;
  assert.equal(seats('JFK-LAX'), 72);
  assert.equal(seats('MIA-LAX'), 170);
});

test("Scoot's E190-E2 flies its known routes, and rarely others", () => {
  const part = (route: string): number => share(estimate(route, 'TR'), 'E290');
  assert.ok(part('SIN-KUA') > 0.7 && part('SIN-KUL') < 0.1);
});

test('domestic layouts fly at home only: Japan Airlines 787', () => {
  const haneda = estimate('HND-ITM', 'JL', { aircraft: '788' }).aircraft[0]!;
  const abroad = estimate('NRT-SIN', 'JL', { aircraft: '788' }).aircraft[0]!;
  assert.ok(haneda.seats.economy > abroad.seats.economy);
});

test("a family code means the carrier's aircraft of that family", () => {
  const swiss = estimate('ZRH-HKG', 'LX', { aircraft: '777' });
  assert.deepEqual(
    swiss.aircraft.map(({ icao }) => icao),
    ['B77W'],
  );
  assert.equal(tier(swiss, 'aircraft'), 'caller');
  // The A321 also flies there.
  const american = estimate('DFW-ORD', 'AA', { aircraft: '737' });
  assert.equal(share(american, 'B738', 'B38M'), 1);
});

test("a family code of an unknown carrier means the world's mix of the family", () => {
  const estimated = estimate('ZRH-HKG', 'ZZ', { aircraft: '787' });
  assert.ok(estimated.aircraft.every(({ icao }) => ['B788', 'B789', 'B78X'].includes(icao)));
  assert.ok(estimated.aircraft.length > 1);
});

test('a type that the carrier does not fly has the usual layout', () => {
  const estimated = estimate('DUB-STN', 'FR', { aircraft: '77W' });
  assert.deepEqual(
    estimated.aircraft.map(({ icao }) => icao),
    ['B77W'],
  );
  assert.equal(tier(estimated, 'equivalent capacity'), 'layout: type median');
});

test('a code with winglets takes 3 % off the fuel', () => {
  const plain = estimate('ZRH-MAD', 'ZZ', { aircraft: '738' }).aircraft[0]!.fuelKg;
  const winglets = estimate('ZRH-MAD', 'ZZ', { aircraft: '73H' }).aircraft[0]!.fuelKg;
  assert.ok(Math.abs(winglets / plain - 0.97) < 0.0005);
});

test('a code with or without winglets has the cabin of its own type, not of a sibling with another engine', () => {
  const seats = (pair: string, carrier: string, aircraft: string): number =>
    estimate(pair, carrier, { aircraft }).aircraft[0]!.seats.economy;
  // The table has Ryanair's 737-800 with winglets alone, and Condor's A321 without: their siblings have 197 and 233 seats.
  assert.deepEqual([seats('DUB-STN', 'FR', '738'), seats('DUB-STN', 'FR', '73H')], [189, 189]);
  assert.deepEqual([seats('FRA-PMI', 'DE', '321'), seats('FRA-PMI', 'DE', '32B')], [210, 210]);
});

test('Appendix A: the 777-200LR burns as the 777-200ER, the 747-8 as the 747-400', () => {
  for (const [code, icao] of [
    ['77L', '772'],
    ['74H', '744'],
  ] as const) {
    const fuel = (aircraft: string): number => estimate('ZRH-HKG', 'ZZ', { aircraft }).aircraft[0]!.fuelKg;
    assert.equal(fuel(code), fuel(icao));
  }
});

test('the older timetable code has the cabin of the newer type if only that one reaches', () => {
  for (const aircraft of ['321', 'A321']) {
    const long = estimate('BNE-MNL', 'PR', { aircraft }).aircraft[0]!;
    assert.deepEqual([long.icao, long.seats.economy], ['A321', 156], aircraft);
  }
});

test("an ICAO code leaves winglets to the carrier's own aircraft", () => {
  const fuel = (aircraft: string): string => tier(estimate('DUB-STN', 'FR', { aircraft }), 'fuel');
  assert.deepEqual([fuel('B738'), fuel('738')], ['type B738, winglets × 0.97', 'type B738']);
});

test("an unknown carrier has the world's mix, and the tier states it", () => {
  const estimated = estimate('ZRH-MAD', 'ZZ');
  assert.equal(tier(estimated, 'aircraft'), 'world fleet by distance');
  assert.ok(estimated.aircraft.length > 3);
});

test("the world's mix is that of the distance nearest by ratio: 2000 km up to 2236 km, then 2500 km", () => {
  assert.equal(genericMix(2230), genericMix(2000));
  assert.equal(genericMix(2240), genericMix(2500));
  assert.notEqual(genericMix(2000), genericMix(2500));
});

test("the figure of a flight is the mean of its aircraft's figures by share", () => {
  for (const { aircraft, emissionsGramsPerPax, provenance } of [
    estimate('ZRH-MAD', 'ZZ'),
    estimate('HKG-MNL', 'CX'),
  ]) {
    const { value: likeliest } = provenance.find(({ step }) => step === 'aircraft')!;
    const { body } = aircraft.find(({ name }) => String(likeliest).startsWith(`${name} (`))!;
    const ofBody = aircraft.filter((one) => one.body === body);
    const total = ofBody.reduce((sum, one) => sum + one.share, 0);
    const mean = ofBody.reduce((sum, one) => sum + (one.share / total) * one.economyGramsPerPax, 0);
    assert.ok(Math.abs(mean - emissionsGramsPerPax.economy) < 1.5, `${mean}`);
    const fuel = ofBody.reduce((sum, one) => sum + (one.share / total) * one.fuelKg, 0);
    assert.ok(Math.abs(fuel - Number(provenance.find(({ step }) => step === 'fuel')!.value)) < 1.5);
  }
});

test('if both bodies fly, the figure is of the likelier one and the interval spans both', () => {
  const estimated = estimate('HKG-MNL', 'CX');
  const bodies = new Set(estimated.aircraft.map(({ body }) => body));
  assert.deepEqual([...bodies].sort(), ['narrow', 'wide']);
  const { economy, business } = estimated.emissionsGramsPerPax;
  assert.ok([1.5, 4].some((weight) => Math.abs(business / economy - weight) < 0.001));
  assert.ok(estimated.interval.high.business / estimated.interval.low.business > 2);
});

test('uses seats, load factor and cargo given by the caller', () => {
  const estimated = estimate('ZRH-MAD', 'LX', {
    aircraft: '320',
    seats: { economy: 150 },
    loadFactor: 0.9,
    cargoMassFraction: 0,
  });
  assert.equal(tier(estimated, 'load factor'), 'caller');
  assert.equal(tier(estimated, 'cargo mass fraction'), 'caller');
  assert.deepEqual(estimated.aircraft[0]!.seats, { first: 0, business: 0, premiumEconomy: 0, economy: 150 });
  const { low, high } = estimated.interval;
  assert.ok(high.economy / low.economy < 1.02, 'little is left open');
});

test('if the load alone is unknown, the range is the 10th to the 90th percentile of its distribution', () => {
  const { interval } = estimate('ZRH-MAD', 'ZZ', {
    aircraft: '320',
    seats: { economy: 180 },
    cargoMassFraction: 0,
  });
  // 8 % for an unknown load, 0.4 % for distance and fuel.
  const width = 2 * 1.2816 * Math.hypot(0.08, 0.004);
  assert.ok(Math.abs(Math.log(interval.high.economy / interval.low.economy) / width - 1) < 0.01);
});

test('June is fuller than January on a US carrier, and equal on a carrier without monthly data', () => {
  const at = (carrier: string, month: number): number =>
    estimate('DEN-ORD', carrier, { departureDate: { year: 2026, month, day: 1 }, aircraft: '738' })
      .emissionsGramsPerPax.economy;
  assert.ok(at('UA', 6) < at('UA', 1));
  assert.equal(at('ZZ', 6), at('ZZ', 1));
});

test('La Compagnie has business seats only', () => {
  assert.deepEqual(estimate('ORY-EWR', 'B0').aircraft[0]!.seats, {
    first: 0,
    business: 76,
    premiumEconomy: 0,
    economy: 0,
  });
});

test("a 737 MAX 8 that T-100 calls a 737-800 is the carrier's MAX 8", () => {
  const estimated = estimate('YYZ-SFO', 'AC');
  assert.equal(tier(estimated, 'aircraft'), 'carrier and route');
  // The A220 also flies there, as often in January 2024 and half as often in February 2026.
  assert.ok(share(estimated, 'B38M') > 0.35);
  assert.ok(estimated.aircraft.every(({ icao }) => icao !== 'B738'));
});

test("JetBlue's A320 flies abroad, although its note begins with domestic", () => {
  assert.ok(share(estimate('BOS-AUA', 'B6'), 'A320') > 0.05);
});

test('narrow bodies fly as far as their carriers use them', () => {
  assert.ok(share(estimate('AMS-LPA', 'KL'), 'B738', 'A21N') > 0.6);
  assert.ok(share(estimate('WAW-DXB', 'LO'), 'B38M') > 0.3);
});

test('London City has only aircraft that can land there, and Toronto City turboprops', () => {
  assert.ok(share(estimate('LCY-EDI', 'BA'), 'E190') > 0.9);
  assert.ok(share(estimate('ZRH-LCY', 'LX'), 'BCS1', 'E190', 'E290') > 0.9);
  assert.ok(share(estimate('YTZ-YUL', 'PD'), 'DH8D') > 0.9);
  assert.ok(share(estimate('YYZ-YVR', 'PD'), 'E295') > 0.9);
});

test('no wide body flies to an airport without room for one, unless the caller gives it', () => {
  const wide = ({ aircraft }: FlightEstimate): number =>
    aircraft.reduce((sum, { body, share: part }) => sum + (body === 'wide' ? part : 0), 0);
  assert.ok(wide(estimate('LIN-LHR', 'BA')) < 0.01);
  assert.equal(wide(estimate('LIN-LHR', 'BA', { aircraft: '789' })), 1);
});

test('a company of a group flies from its own country: Air Arabia Maroc', () => {
  const { aircraft, provenance } = estimate('CMN-BRU', '3O');
  assert.equal(aircraft[0]!.icao, 'A320');
  assert.equal(provenance.find(({ step }) => step === 'load factor')!.tier, 'carrier, own reports');
});

test("a partner's aircraft do not fly after its last day: Lufthansa CityLine's CRJ900", () => {
  const on = (month: number): number =>
    share(estimate('MUC-ZAG', 'LH', { departureDate: { year: 2026, month, day: 18 } }), 'CRJ9');
  assert.ok(on(4) > 0.1);
  assert.ok(on(5) < 0.01);
});
