import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateFlights } from '@flight-offset/emissions';
import { decodePublishers, encodePublishers } from './stored-publishers.ts';

const FLIGHT = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
} as const;

describe('publishers of an order as they are stored', () => {
  for (const [name, publishers] of [
    ['known and unknown ones', ['ICAO', 'Example Airways', 'OurAirports, OpenTravelData']],
    ['a name that looks like a number', ['4', 'ICAO']],
    ['names of other scripts', ['国土交通省', '«DGAC»', '"quoted", \\ and more']],
  ] as const) {
    it(`are read as they were stored: ${name}`, () => {
      assert.deepEqual(decodePublishers(encodePublishers(publishers)), publishers);
    });
  }

  it('take no bytes if there are none', () => {
    assert.equal(encodePublishers(undefined), null);
    assert.equal(encodePublishers([]), null);
    assert.deepEqual(decodePublishers(null), []);
  });

  it('take at most 30 bytes for a flight of the engine', () => {
    const [estimate] = estimateFlights([FLIGHT]);
    const names = [...new Set(estimate?.provenance.flatMap(({ publisher }) => publisher ?? []))];
    assert.ok(names.length >= 7, names.join('; '));
    const stored = encodePublishers(names) ?? '';
    assert.ok(stored.length <= 30, stored);
    assert.deepEqual(decodePublishers(stored), names);
  });

  it('omit one whose number only a newer version knows', () => {
    assert.deepEqual(decodePublishers('[4,999,"Example Airways"]'), ['ICAO', 'Example Airways']);
  });
});
