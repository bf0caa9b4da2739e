import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Flight } from '@flight-offset/core';
import fc from 'fast-check';
import { createCalculateBody } from './calculate-body.ts';
import { readCompact } from './compact-request.ts';

const FLIGHT: Flight = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Reads a text. @returns its flights as JSON; undefined if the text has another form. */
function read(text: string): string | undefined {
  const flights: Flight[] = [];
  const isWhole = readCompact(bytesOf(text), (flight, sent) => {
    assert.deepEqual(flight, JSON.parse(sent));
    flights.push(flight);
    return true;
  });
  return isWhole ? JSON.stringify({ flights }) : undefined;
}

describe('a calculate request in its compact form', () => {
  const flight = fc.record({
    origin: fc.constantFrom('ZRH', 'zrh', 'LON', 'DEL'),
    destination: fc.constantFrom('SFO', 'bom', 'JFK'),
    operatingCarrierCode: fc.constantFrom('LX', 'swr', '6E', 'QQ'),
    flightNumber: fc.integer({ min: 1, max: 9999 }),
    departureDate: fc.record({
      year: fc.integer({ min: 1950, max: 2199 }),
      month: fc.integer({ min: 1, max: 13 }),
      day: fc.integer({ min: 1, max: 32 }),
    }),
  });
  const flights = fc.array(
    fc.oneof(
      flight,
      fc
        .tuple(flight, fc.constantFrom('789', 'a333', 'QQQ'))
        .map(([one, aircraft]) => ({ ...one, aircraft })),
    ),
    { minLength: 1, maxLength: 4 },
  );

  it('is read as JSON.parse reads it, and gets the same response bytes', () => {
    const body = createCalculateBody();
    let echoed = 0;
    fc.assert(
      fc.property(flights, (list) => {
        const text = JSON.stringify({ flights: list });
        assert.equal(read(text), text);
        const echo = body.echo(bytesOf(text));
        assert.deepEqual(echo, body.write({ flights: list }));
        if (echo !== undefined) echoed++;
      }),
    );
    assert.ok(echoed > 10, `${echoed} of them could be estimated`);
  });

  it('with one character changed is read as JSON.parse reads it, or left to it', () => {
    const text = JSON.stringify({ flights: [FLIGHT, { ...FLIGHT, aircraft: '333' }] });
    const changed = fc.tuple(
      fc.nat(text.length),
      fc.constantFrom('', ' ', '"', ',', '0', '-', '.', 'e', '}', ']', '\\', 'é', '\0'),
      fc.boolean(),
    );
    fc.assert(
      fc.property(changed, ([at, by, inPlace]) => {
        const edited = text.slice(0, at) + by + text.slice(inPlace ? at + 1 : at);
        const found = read(edited);
        if (found !== undefined) assert.equal(found, JSON.stringify(JSON.parse(edited)));
      }),
      { numRuns: 2000 },
    );
  });

  const one = JSON.stringify(FLIGHT);
  const others: [name: string, text: string][] = [
    ['white space', `{"flights": [${one}]}`],
    ['white space after it', `{"flights":[${one}]}\n`],
    ['another field', `{"flights":[${one}],"more":1}`],
    ['a field twice', `{"flights":[${one.replace('{', '{"origin":"DEL",')}]}`],
    ['an escape', `{"flights":[${one.replace('ZRH', 'Z\\u0052H')}]}`],
    ['a number with an exponent', `{"flights":[${one.replace('38', '3.8e1')}]}`],
    ['a number with a zero before it', `{"flights":[${one.replace('38', '038')}]}`],
    [
      'fields in another order',
      JSON.stringify({ flights: [Object.fromEntries(Object.entries(FLIGHT).reverse())] }),
    ],
    ['no flights', '{"flights":[]}'],
    ['no second flight', `{"flights":[${one},]}`],
    ['no end', `{"flights":[${one}`],
    ['a byte order mark', `\uFEFF{"flights":[${one}]}`],
    ['too many flights', JSON.stringify({ flights: Array.from({ length: 1001 }, () => FLIGHT) })],
    ['nothing', ''],
  ];
  for (const [name, text] of others)
    it(`${name}: left to JSON.parse`, () => assert.equal(read(text), undefined));

  it('is read with 1000 flights, the most that one request may carry', () => {
    const text = JSON.stringify({ flights: Array.from({ length: 1000 }, () => FLIGHT) });
    assert.equal(read(text), text);
  });

  it('is given up if its callback refuses a flight', () => {
    assert.equal(
      readCompact(bytesOf(`{"flights":[${one}]}`), () => false),
      false,
    );
  });
});
