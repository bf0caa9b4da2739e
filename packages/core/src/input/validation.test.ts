import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { quoteOptionSchema } from '../checkout/quote-choice.ts';
import { calculateRequestSchema, departureDateSchema } from '../flights/flight.ts';
import { createOrderSchema } from '../orders/order.ts';
import { orderListQuerySchema } from '../orders/order-list.ts';
import { someFlight } from '../testing/makers.ts';
import { requireStorable } from './storable.ts';
import { parse, ValidationError } from './validation.ts';

const flight = someFlight();
const flights = (change: object): unknown => ({ flights: [flight, { ...flight, ...change }] });
const date = (change: object): unknown =>
  flights({ departureDate: { year: 2027, month: 6, day: 14, ...change } });

describe('a message names the field, the limit and the kind of value received, and repeats no text', () => {
  const orders: [unknown, string][] = [
    [{}, 'emission_amount: is required'],
    [null, 'body: must be an object, not null'],
    [[], 'body: must be an object, not an array'],
    [{ emission_amount: '1' }, 'emission_amount: must be a finite number, not a string'],
    [{ emission_amount: Number.POSITIVE_INFINITY }, 'emission_amount: must be a finite number, not Infinity'],
    [{ emission_amount: -1 }, 'emission_amount: must be at least 0, not -1'],
    [{ emission_amount: 1e9 + 1 }, 'emission_amount: must be at most 1000000000 kg'],
    [{ emission_amount: 2, emission_unit: 'lbs' }, 'emission_unit: must be kgCO2 or tonCO2e'],
    [{ emission_amount: 2, user: { email: 'secret' } }, 'user.email: must be an e-mail address'],
    [
      { emission_amount: 2, user: { name: 'x'.repeat(201) } },
      'user.name: must have at most 200 characters, not 201',
    ],
    [{ emission_amount: 2, reference: '' }, 'reference: must not be empty'],
    [
      { emission_amount: 2, metadata: { ['k'.repeat(41)]: 'v' } },
      `metadata.${'k'.repeat(41)}: must be a key of 1 to 40 characters`,
    ],
    [{ emission_amount: 2, metadata: [] }, 'metadata: must be an object, not an array'],
    [
      { emission_amount: 2, callback_url: 'javascript:alert(1)' },
      'callback_url: must be an http or https URL',
    ],
  ];
  for (const [body, message] of orders) {
    it(message, () =>
      assert.throws(() => parse(createOrderSchema, body), { name: 'ValidationError', message }),
    );
  }

  it('states that a limit is itself excluded', () =>
    assert.throws(() => parse(quoteOptionSchema, { fraction: 0, grams: 1, token: 'a' }), {
      message: 'fraction: must be above 0, not 0',
    }));

  const calculations: [unknown, string][] = [
    [{}, 'flights: is required'],
    [{ flights: {} }, 'flights: must be an array, not an object'],
    [{ flights: [] }, 'flights: must hold 1 to 1000 flights, not 0'],
    [{ flights: Array(1001).fill(flight) }, 'flights: must hold at most 1000 flights, not 1001'],
    [flights({ origin: 'LONDON' }), 'flights[1].origin: must be an IATA airport code: three letters'],
    [flights({ flightNumber: 0 }), 'flights[1].flightNumber: must be at least 1, not 0'],
    [flights({ flightNumber: 10_000 }), 'flights[1].flightNumber: must be at most 9999, not 10000'],
    [
      flights({ flightNumber: 2 ** 53 }),
      'flights[1].flightNumber: must be at most 9007199254740991, not 9007199254740992',
    ],
    [flights({ flightNumber: 1.5 }), 'flights[1].flightNumber: must be a whole number, not 1.5'],
    [flights({ departureDate: '2027-06-14' }), 'flights[1].departureDate: must be an object, not a string'],
    [date({ day: 31 }), 'flights[1].departureDate.day: is not a day of that month'],
    [date({ month: 2, day: 29 }), 'flights[1].departureDate.day: is not a day of that month'],
    [date({ month: 13 }), 'flights[1].departureDate.month: must be at most 12, not 13'],
    [date({ year: undefined }), 'flights[1].departureDate.year: is required'],
  ];
  const queries: [object, string][] = [
    [{ limit: '101' }, 'limit: must be at most 100, not 101'],
    [{ page: '0' }, 'page: must be at least 1, not 0'],
    [{ limit: '1e2' }, 'limit: must be a whole number from 1 to 100'],
  ];
  for (const [query, message] of queries) {
    it(message, () =>
      assert.throws(() => parse(orderListQuerySchema, query), { name: 'ValidationError', message }),
    );
  }

  for (const [body, message] of calculations) {
    it(message, () =>
      assert.throws(() => parse(calculateRequestSchema, body), { name: 'ValidationError', message }),
    );
  }
});

describe('names the place of text that no database stores', () => {
  const half = '\ud800';
  const values: [value: object, message: string][] = [
    [{ emission_publishers: ['a', half] }, 'emission_publishers[1]: must be well-formed Unicode'],
    [{ a: [{ b: '\0' }] }, 'a[0].b: must not hold the character U+0000'],
    [[{ b: '\0' }], '[0].b: must not hold the character U+0000'],
    [{ metadata: { [half]: 'a' } }, 'metadata: has a key that holds U+0000 or is no well-formed Unicode'],
    [{ metadata: { 'a\0': 'a' } }, 'metadata: has a key that holds U+0000 or is no well-formed Unicode'],
  ];
  for (const [value, message] of values)
    it(message, () => assert.throws(() => requireStorable(value), { name: 'ValidationError', message }));

  it('accepts values other than text, and the name of an unknown field', () => {
    requireStorable({ a: null, b: undefined, c: 1, 'd\0': 'text' });
  });
});

it('states limits of any schema, with a length only if there is one', () => {
  const limits: [schema: z.ZodType, value: unknown, message: RegExp][] = [
    [z.number().lt(5), 5, /^body: must be below 5, not 5$/],
    [z.string().min(2, 'is too short'), 'a', /^body: is too short, not 1$/],
    [z.set(z.string()).min(1, 'is too small'), new Set(), /^body: is too small$/],
  ];
  for (const [schema, value, message] of limits) assert.throws(() => parse(schema, value), { message });
});

it('a refinement may name a field that the value does not have', () => {
  const schema = z.looseObject({}).refine(() => false, { path: ['a', 'b'], error: 'is missing' });
  for (const value of [{}, { a: null }, { a: 'text' }])
    assert.throws(() => parse(schema, value), {
      name: 'ValidationError',
      code: 'invalid_value',
      message: 'a.b: is missing',
    });
});

it('29 February of a leap year is a date', () => {
  assert.doesNotThrow(() => parse(calculateRequestSchema, date({ year: 2028, month: 2, day: 29 })));
});

for (const year of [1900, 2000, 2026, 2028, 2100])
  it(`each month of ${year} has the days of the calendar`, () => {
    for (let month = 1; month <= 12; month += 1) {
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
      const isDate = (day: number): boolean => departureDateSchema.safeParse({ year, month, day }).success;
      assert.deepEqual([isDate(last), isDate(last + 1)], [true, false], `month ${month}`);
    }
  });

describe('the query of a list', () => {
  it('has defaults', () => {
    assert.deepEqual(parse(orderListQuerySchema, {}, 'query'), { limit: 20, page: 1, sort: 'desc' });
  });
  const wrong = [
    'limit=0',
    'limit=101',
    'limit=1e1',
    'limit=',
    'limit=%205',
    'limit=0x10',
    'page=1001',
    'page=-1',
    'sort=ASC',
    'status=paid',
  ];
  for (const query of wrong) {
    it(query, () => {
      const field = query.split('=')[0];
      assert.throws(
        () => parse(orderListQuerySchema, Object.fromEntries(new URLSearchParams(query)), 'query'),
        { field },
      );
    });
  }
});

it('any value is read or refused with a ValidationError', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (value) => {
      for (const schema of [createOrderSchema, calculateRequestSchema, orderListQuerySchema]) {
        try {
          parse(schema, value);
        } catch (error) {
          assert.ok(error instanceof ValidationError, String(error));
        }
      }
    }),
    { numRuns: 5_000 },
  );
});
