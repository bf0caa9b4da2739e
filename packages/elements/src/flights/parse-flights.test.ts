import { expect } from '@open-wc/testing';
import { BackendError } from '../backend/request.ts';
import { formatFlights } from './format-flights.ts';
import { parseFlights } from './parse-flights.ts';
import { readFlights } from './read.ts';

const LX38 = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};
const LX39 = { ...LX38, origin: 'SFO', destination: 'ZRH', flightNumber: 39 };

describe('parseFlights', () => {
  for (const [name, text] of [
    ['plain', 'LX38 ZRH-SFO 2026-12-14'],
    ['spaces around and inside', '  LX 38   ZRH - SFO\t2026-12-14 \n'],
    ['no-break spaces', 'LX\u00a038\u00a0ZRH-SFO\u00a02026-12-14'],
    ['lower case', 'lx38 zrh-sfo 2026-12-14'],
    ['en dash', 'LX38 ZRH–SFO 2026–12–14'],
    ['em dash, minus and non-breaking hyphen', 'LX38 ZRH—SFO 2026−12‑14'],
    ['leading zeros of the number', 'LX0038 ZRH-SFO 2026-12-14'],
  ] as const)
    it(`reads: ${name}`, () => expect(parseFlights(text)).to.deep.equal([LX38]));

  for (const [code, text] of [
    ['U2', 'U21234 ZRH-SFO 2026-12-14'],
    ['9W', '9W 1234 ZRH-SFO 2026-12-14'],
    ['EZY', 'EZY1234 ZRH-SFO 2026-12-14'],
  ] as const)
    it(`separates carrier and number: ${code}`, () =>
      expect(parseFlights(text)).to.deep.equal([
        { ...LX38, operatingCarrierCode: code, flightNumber: 1234 },
      ]));

  it('reads several legs, and days and months of one digit', () =>
    expect(parseFlights('LX38 ZRH-SFO 2026-12-14,\nLX39 SFO-ZRH 2027-1-2')).to.deep.equal([
      LX38,
      { ...LX39, departureDate: { year: 2027, month: 1, day: 2 } },
    ]));

  it('reads no flights from no text', () => {
    for (const text of ['', '  ', '\n', null, undefined]) expect(parseFlights(text)).to.deep.equal([]);
  });

  it('knows leap years', () =>
    expect(parseFlights('LX38 ZRH-SFO 2028-02-29')[0]!.departureDate.day).to.equal(29));

  for (const [name, leg] of [
    ['no such day', 'LX38 ZRH-SFO 2026-02-29'],
    ['day 31 of a month of 30', 'LX38 ZRH-SFO 2026-11-31'],
    ['day 0', 'LX38 ZRH-SFO 2026-12-00'],
    ['month 13', 'LX38 ZRH-SFO 2026-13-14'],
    ['month 0', 'LX38 ZRH-SFO 2026-00-14'],
    ['day first', 'LX38 ZRH-SFO 14-12-2026'],
    ['year of two digits', 'LX38 ZRH-SFO 26-12-14'],
    ['a time with seconds', 'LX38 ZRH-SFO 2026-12-14T10:30:00'],
    ['a time in UTC, whose day may be another one', 'LX38 ZRH-SFO 2026-12-14T23:30:00Z'],
    ['a time after a space', 'LX38 ZRH-SFO 2026-12-14 10:30'],
    ['no date', 'LX38 ZRH-SFO'],
    ['no number', 'LX ZRH-SFO 2026-12-14'],
    ['a number of five digits', 'LX12345 ZRH-SFO 2026-12-14'],
    ['a city', 'LX38 Zurich-SFO 2026-12-14'],
    ['a code of four letters', 'LX38 LSZH-KSFO 2026-12-14'],
    ['two legs without a comma', 'LX38 ZRH-SFO 2026-12-14 LX39 SFO-ZRH 2026-12-21'],
    ['an object that became text', '[object Object]'],
    ['nothing', ''],
  ] as const)
    it(`refuses the whole itinerary and names the leg: ${name}`, () => {
      for (const [index, legs] of [
        [0, [leg, 'LX39 SFO-ZRH 2026-12-21']],
        [1, ['LX38 ZRH-SFO 2026-12-14', leg]],
      ] as const)
        expect(() => parseFlights(legs.join(',')))
          .to.throw(BackendError, 'Invalid leg')
          .that.includes({ code: 'bad_request', leg, field: `flights[${index}]` });
    });

  it('reads the text of formatFlights back', () => {
    const january = { ...LX39, departureDate: { year: 2027, month: 1, day: 2 } };
    expect(formatFlights([LX38, january])).to.equal('LX38 ZRH-SFO 2026-12-14, LX39 SFO-ZRH 2027-01-02');
    expect(parseFlights(formatFlights([LX38, january]))).to.deep.equal([LX38, january]);
  });
});

describe('readFlights', () => {
  it('accepts objects, texts and both in a list', () => {
    expect(readFlights([LX38, 'LX39 SFO-ZRH 2026-12-14'])).to.deep.equal([LX38, LX39]);
    expect(readFlights([])).to.deep.equal([]);
    expect(readFlights('LX38 ZRH-SFO 2026-12-14')).to.deep.equal([LX38]);
  });

  for (const leg of [null, undefined, {}, 38, { ...LX38, departureDate: undefined }])
    it(`refuses an invalid leg: ${JSON.stringify(leg)}`, () =>
      expect(() => readFlights([LX38, leg]))
        .to.throw(BackendError, 'Invalid leg')
        .that.includes({ leg, field: 'flights[1]' }));

  it('refuses flights that are no list', () => {
    for (const flights of [{}, 38, true]) expect(() => readFlights(flights)).to.throw(BackendError);
  });
});
