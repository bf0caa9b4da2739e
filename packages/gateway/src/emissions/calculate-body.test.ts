import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calculateRequestSchema, parse } from '@flight-offset/core';
import { calculateFlights } from '@flight-offset/emissions';
import fc from 'fast-check';
import { createCalculateBody } from './calculate-body.ts';

const FLIGHT = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

describe('the body of a calculate response', () => {
  const body = createCalculateBody();
  const textOf = (input: unknown): string | undefined => {
    const bytes = body.write(input);
    return bytes && new TextDecoder().decode(bytes);
  };

  const valid: [name: string, flights: object[]][] = [
    ['one flight', [FLIGHT]],
    ['the same flight again', [FLIGHT]],
    [
      'another number and day',
      [{ ...FLIGHT, flightNumber: 9, departureDate: { year: 2026, month: 12, day: 1 } }],
    ],
    ['another spelling', [{ ...FLIGHT, origin: 'zrh', operatingCarrierCode: 'swr' }]],
    ['an aircraft', [{ ...FLIGHT, aircraft: '333' }, FLIGHT, { ...FLIGHT, aircraft: 'a333' }]],
    ['fields in another order', [Object.fromEntries(Object.entries(FLIGHT).reverse())]],
    ['whole numbers written with an exponent', [JSON.parse(JSON.stringify(FLIGHT).replace('38', '3.8e1'))]],
    [
      'fields which the interface does not have',
      [
        {
          ...FLIGHT,
          seats: { economy: 10 },
          loadFactor: 0.1,
          distanceKm: 1,
          cargoMassFraction: 0.9,
          more: '"',
        },
      ],
    ],
    [
      'a date with more than a date has',
      [{ ...FLIGHT, departureDate: { ...FLIGHT.departureDate, hour: 1 } }],
    ],
    ['as many flights as one request may carry', Array.from({ length: 1000 }, () => FLIGHT)],
  ];
  for (const [name, flights] of valid) {
    it(`${name}: the same text as JSON.stringify of the results`, () => {
      const { flights: parsed } = parse(calculateRequestSchema, { flights });
      assert.equal(textOf({ flights }), JSON.stringify(calculateFlights(parsed)));
    });
  }

  it('any values of the fields: the JSON of the validated results, or none', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.constantFrom(null, undefined, true, [], {}),
    );
    const field = (...usual: unknown[]) =>
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, hostile);
    const date = fc.record({ year: field(2026, 1900, 2200), month: field(2, 12), day: field(1, 29, 31) });
    const flight = fc.record({
      origin: field('ZRH', 'zrh', 'LON'),
      destination: field('SFO', 'DEL'),
      operatingCarrierCode: field('LX', 'swr', '6E'),
      flightNumber: field(1, 9999),
      departureDate: fc.oneof({ weight: 4, arbitrary: date }, hostile),
      aircraft: field(undefined, '789', 'a333', 'QQQ'),
    });
    let written = 0;
    fc.assert(
      fc.property(flight, (one) => {
        const text = textOf({ flights: [one] });
        if (text === undefined) return;
        written++;
        const { flights: parsed } = parse(calculateRequestSchema, { flights: [one] });
        assert.equal(text, JSON.stringify(calculateFlights(parsed)));
      }),
      { numRuns: 2000 },
    );
    assert.ok(written > 20, `${written} of them were valid`);
  });

  const refused: [name: string, input: unknown][] = [
    ['a flight that cannot be estimated', { flights: [FLIGHT, { ...FLIGHT, origin: 'LON' }] }],
    ['a number as text', { flights: [{ ...FLIGHT, flightNumber: '38' }] }],
    ['a day as text', { flights: [{ ...FLIGHT, departureDate: { ...FLIGHT.departureDate, day: '14' } }] }],
    ['no date', { flights: [{ ...FLIGHT, departureDate: null }] }],
    ['no aircraft but null', { flights: [{ ...FLIGHT, aircraft: null }] }],
    ['an empty aircraft', { flights: [{ ...FLIGHT, aircraft: '' }] }],
    [
      'a day the month does not have',
      { flights: [{ ...FLIGHT, departureDate: { year: 2026, month: 11, day: 31 } }] },
    ],
    ['half a number', { flights: [{ ...FLIGHT, flightNumber: 38.5 }] }],
    ['text that would end the JSON', { flights: [{ ...FLIGHT, operatingCarrierCode: 'L"' }] }],
    ['an aircraft that would end the JSON', { flights: [{ ...FLIGHT, aircraft: 'A"0' }] }],
    ['a carrier as a list', { flights: [{ ...FLIGHT, operatingCarrierCode: ['LX'] }] }],
    ['a flight that is none', { flights: [null] }],
    ['no flights', { flights: [] }],
    ['too many flights', { flights: Array.from({ length: 1001 }, () => FLIGHT) }],
    ['no list', { flights: FLIGHT }],
    ['nothing', null],
  ];
  for (const [name, input] of refused)
    it(`${name}: not written`, () => assert.equal(body.write(input), undefined));
});
