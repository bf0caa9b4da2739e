import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calculateFlights } from '@flight-offset/emissions';
import { createRemembered } from './remembered.ts';

const FLIGHT = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

describe('flights asked before', () => {
  const remembered = createRemembered();
  const withAircraft = { ...FLIGHT, aircraft: '333' };
  const answers = calculateFlights([FLIGHT]);
  const first = remembered.keep([FLIGHT], answers);
  remembered.keep([withAircraft], calculateFlights([withAircraft]));

  it('are answered as they were', () => {
    const [answer] = answers;
    assert.equal(remembered.answer({ flights: [FLIGHT] }), first);
    const both = JSON.parse(remembered.answer({ flights: [withAircraft, FLIGHT] }) ?? '');
    assert.deepEqual(both, [...calculateFlights([withAircraft]), ...answers]);
    const { emissionsGramsPerPax } = answer ?? assert.fail();
    assert.equal(
      remembered.answer({ flights: [FLIGHT] }),
      JSON.stringify([{ flight: FLIGHT, emissionsGramsPerPax }]),
    );
  });

  it('those asked least lately are forgotten; those asked again are not', () => {
    const small = createRemembered(2);
    const numbered = (flightNumber: number) => ({ ...FLIGHT, flightNumber });
    const ask = (n: number) => small.answer({ flights: [numbered(n)] }) !== undefined;
    const learn = (n: number) => small.keep([numbered(n)], calculateFlights([numbered(n)]));
    for (const n of [1, 2, 3]) learn(n);
    assert.ok(ask(1));
    for (const n of [4, 5]) learn(n);
    assert.deepEqual([ask(1), ask(2), ask(4), ask(5)], [true, false, true, true]);
  });

  const others: [name: string, input: unknown][] = [
    ['another flight', { flights: [{ ...FLIGHT, flightNumber: 39 }] }],
    ['one of two not asked', { flights: [FLIGHT, { ...FLIGHT, origin: 'GVA' }] }],
    ['a number as text', { flights: [{ ...FLIGHT, flightNumber: '38' }] }],
    ['a day as text', { flights: [{ ...FLIGHT, departureDate: { ...FLIGHT.departureDate, day: '14' } }] }],
    ['an empty aircraft', { flights: [{ ...FLIGHT, aircraft: '' }] }],
    ['no aircraft but null', { flights: [{ ...FLIGHT, aircraft: null }] }],
    ['another aircraft', { flights: [{ ...FLIGHT, aircraft: '77W' }] }],
    [
      'another day of a month too long',
      { flights: [{ ...FLIGHT, departureDate: { year: 2026, month: 11, day: 45 } }] },
    ],
    ['half a number', { flights: [{ ...FLIGHT, flightNumber: 38.5 }] }],
    ['a carrier that names an aircraft', { flights: [{ ...FLIGHT, operatingCarrierCode: 'LX/333/' }] }],
    ['another spelling', { flights: [{ ...FLIGHT, origin: 'zrh' }] }],
    ['slashes', { flights: [{ ...FLIGHT, origin: 'ZRH/SFO', destination: 'LX' }] }],
    ['no flights', { flights: [] }],
    ['too many flights', { flights: Array.from({ length: 1001 }, () => FLIGHT) }],
    ['no list', { flights: FLIGHT }],
    ['nothing', null],
  ];
  for (const [name, input] of others) {
    it(`${name}: estimated anew, and checked`, () => assert.equal(remembered.answer(input), undefined));
  }
});
