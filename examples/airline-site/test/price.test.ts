import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type Booking,
  bookedFlights,
  FIRST_BOOKING,
  firstDay,
  readBooking,
  writeBooking,
} from '../src/booking.ts';
import { kilogramsText, priceOf, priceText } from '../src/price.ts';

const bookingOf = (query: string) => readBooking(new URLSearchParams(query));
const writtenOf = (booking: Booking) => Object.fromEntries(new URLSearchParams(writeBooking(booking)));

for (const [query, currency, fare, taxes] of [
  ['from=ZRH&to=SFO', 'EUR', 43_000, 5200],
  ['from=ZRH&to=SFO', 'INR', 4_128_000, 499_200],
  ['from=ZRH&to=SFO', 'JPY', 70_950, 8580],
  ['from=ZRH&to=SFO', 'KWD', 143_620, 17_368],
  ['from=ZRH&to=SFO&back=2040-01-01&cabin=business&passengers=2', 'EUR', 743_400, 89_200],
  // Each traveller pays the rounded fare.
  ['from=BOS&to=ZRH&cabin=premiumEconomy&passengers=2', 'EUR', 134_000, 16_100],
] as const)
  it(`${query} costs ${fare} and ${taxes} minor units of ${currency}`, () =>
    assert.deepEqual(priceOf(bookingOf(query), currency), { fare, taxes, total: fare + taxes }));

it('refuses a currency without a rate', () => assert.throws(() => priceOf(bookingOf(''), 'XAU'), RangeError));

for (const [query, booked] of [
  ['passengers=100', { passengers: '9' }],
  ['passengers=0', { passengers: '1' }],
  ['passengers=two', { passengers: '1' }],
  ['from=SIN&to=SFO', { from: 'SIN', to: 'SYD' }],
  ['from=lhr&to=zrh', { from: 'LHR', to: 'ZRH' }],
  ['from=QQQ&out=2040-02-31&cabin=toString', writtenOf(FIRST_BOOKING)],
  ['out=tomorrow&back=later', writtenOf(FIRST_BOOKING)],
  ['out=2040-12-14&back=2040-12-01', { out: '2040-12-14', back: '2040-12-14' }],
  ['out=2040-12-14&back=2040-12-21', { out: '2040-12-14', back: '2040-12-21' }],
] as const)
  it(`${query} books ${JSON.stringify(booked)}`, () => {
    const written = writtenOf(bookingOf(query));
    assert.deepEqual({ ...written, ...booked }, written);
  });

it('a parameter missing from the query keeps its booked value', () => {
  const before = { ...FIRST_BOOKING, from: 'FRA', to: 'JFK', travellers: ['Zoë Meier', 'Jo Bloggs'] };
  const changed = readBooking(new URLSearchParams('cabin=first'), before);
  assert.deepEqual(changed, { ...before, cabin: 'first' });
  const [{ origin, destination, operatingCarrierCode, flightNumber } = assert.fail()] =
    bookedFlights(changed);
  assert.deepEqual([origin, destination, operatingCarrierCode, flightNumber], ['FRA', 'JFK', 'LH', 400]);
});

it('each flight departs on its own day, also after one that arrives a day later', () =>
  assert.deepEqual(
    bookedFlights(bookingOf('from=GVA&to=SFO&out=2040-12-14&back=2040-12-31')).map(
      ({ flightNumber, departureDate: { year, month, day } }) => [flightNumber, year, month, day],
    ),
    [
      [2807, 2040, 12, 14],
      [38, 2040, 12, 14],
      [39, 2040, 12, 31],
      [2818, 2041, 1, 1],
    ],
  ));

for (const [minor, currency, text] of [
  [137_405, 'EUR', '€1,374.05'],
  [1374, 'JPY', 'JP¥1,374'],
  [4750, 'KWD', 'KWD\u00a04.750'],
  // Browsers write it in whole units; the widget's prices are in hundredths.
  [83_787, 'HUF', 'HUF\u00a0837.87'],
] as const)
  it(`${minor} minor units of ${currency} are ${text}`, () => assert.equal(priceText(minor, currency), text));

it('kilograms are written to a tenth, as the widget does', () =>
  assert.deepEqual([573, 3789.94].map(kilogramsText), ['573', '3,789.9']));

it('the first booking is at least a week away', () => {
  const days = ['2026-12-07T00:00:00Z', '2026-12-07T00:00:01Z', '2027-01-01T00:00:00Z'];
  const booked = days.map((now) => firstDay(Date.parse(now)));
  assert.deepEqual(booked, ['2026-12-14', '2027-12-14', '2027-12-14']);
});
