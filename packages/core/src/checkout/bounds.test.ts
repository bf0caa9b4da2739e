/** Bounds of what pages and backends send and receive: the last value that is taken, and the next one. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type * as z from 'zod';
import { someFlight } from '../testing/makers.ts';
import {
  bookingCancellationSchema,
  bookingConfirmationSchema,
  cancelledContributionSchema,
  confirmedContributionSchema,
  contributionPartSchema,
} from './booking.ts';
import {
  checkoutErrorBodySchema,
  checkoutRequestSchema,
  checkoutStatusSchema,
  MAX_TOKEN_LENGTH,
} from './checkout.ts';
import { methodSchema } from './method.ts';
import { quoteSchema, readyQuoteSchema, unavailableQuoteSchema } from './quote.ts';
import { quoteChoiceSchema, quoteOptionSchema } from './quote-choice.ts';
import { quoteRequestSchema } from './quote-request.ts';
import { comparisonSchema, gramsRangeSchema } from './quoted-leg.ts';

const text = (length: number): string => 'x'.repeat(length);
const flights = (count: number): object[] => Array(count).fill(someFlight());
const travellers = (count: number, change: object = {}): object => ({
  flights: flights(1),
  travellers: Array(count).fill({ count: 1, ...change }),
});
const part = { orderId: 'o', part: { leg: 0 } };
const amount = { currency: 'EUR', amount_minor: 1 };
const contribution = { orderId: 'o', reference: 'B', status: 'pending', grams: 0 };
const refund = (grams: number): object => ({
  orderId: 'o',
  outcome: 'refunded',
  refund: { refundId: 'r', grams, amount },
});
const note = (gramsPerPassenger: number, airportVisits: number): object => ({
  name: 'm',
  notes: [{ code: 'ground_handling', gramsPerPassenger, airportVisits }],
});
const noFlight = (flight: number): object => ({
  status: 'unavailable',
  reasons: [{ flight, code: 'no_estimate', message: 'm' }],
});
const { passengers, options, choices, ground } = readyQuoteSchema.shape;
const option = { fraction: 1, grams: 0, token: 't' };
const choice = (count: number): object => ({
  id: 'c',
  name: 'c',
  product: 'carbon_credits',
  pricePerTonne: { currency: 'EUR', amountMinor: 1, formatted: '0.01' },
  parts: Array(count).fill({
    share: 1,
    name: 'p',
    category: 'c',
    type: 't',
    registry: 'r',
    registryUrl: 'https://r.example',
  }),
  options: [option],
});

const reason = { code: 'no_estimate', message: 'm' };
const leg = { flight: someFlight(), gramsPerPassenger: 0 };
const quote = {
  status: 'ready',
  cabin: 'economy',
  passengers: 1,
  showFigures: true,
  gramsPerPassenger: 0,
  gramsTotal: 0,
  legs: [leg, { ...leg, comparison: { level: 'typical', typicalGramsPerPassenger: 0 } }],
  method: { name: 'm' },
  options: [option],
  expiresAt: '2027-06-14T00:00:00Z',
  paymentOrigins: [],
};

const BOUNDS: readonly [name: string, z.ZodType, taken: readonly unknown[], refused: readonly unknown[]][] = [
  [
    'token of an order',
    checkoutRequestSchema,
    [{ token: 'x' }, { token: text(MAX_TOKEN_LENGTH) }],
    [{ token: '' }, { token: text(MAX_TOKEN_LENGTH + 1) }],
  ],
  [
    'token of a booking',
    bookingConfirmationSchema,
    [
      { token: 'x', reference: 'B' },
      { token: text(MAX_TOKEN_LENGTH), reference: 'B' },
    ],
    [
      { token: '', reference: 'B' },
      { token: text(MAX_TOKEN_LENGTH + 1), reference: 'B' },
    ],
  ],
  [
    'part of a contribution',
    contributionPartSchema,
    [{ leg: 0 }, { leg: 49 }, { grams: 1, id: '!' }, { grams: 1, id: text(64) }, { grams: 1, id: '~' }],
    [
      { leg: -1 },
      { leg: 50 },
      { leg: 0.5 },
      { grams: 0, id: 'a' },
      { grams: 1.5, id: 'a' },
      { grams: 1 },
      { grams: 1, id: '' },
      { grams: 1, id: text(65) },
      { grams: 1, id: 'a b' },
      { grams: 1, id: 'é' },
      { leg: 0, id: 'a' },
    ],
  ],
  [
    'cancellation of a booking',
    bookingCancellationSchema,
    [{ reference: 'B', reason: 'x' }, { reference: 'B', reason: text(500) }, { orderId: text(256) }, part],
    [
      { reference: 'B', reason: '' },
      { reference: 'B', reason: text(501) },
      { orderId: text(257) },
      { orderId: '' },
      { orderId: 'a\u0085b' },
      {},
      { ...part, reference: 'B' },
      { reference: 'B', part: { leg: 0 } },
    ],
  ],
  [
    'flights of a quote',
    quoteRequestSchema,
    [{ flights: flights(50) }, { flights: flights(1), locale: text(35) }],
    [{ flights: [] }, { flights: flights(51) }, { flights: flights(1), locale: text(36) }],
  ],
  ['passengers', quoteRequestSchema.shape.passengers, [1, 999, undefined], [0, 1000, 1.5]],
  [
    'groups of travellers',
    quoteRequestSchema,
    [travellers(1), travellers(20), travellers(1, { count: 999, kind: 'infant_on_lap', cabin: 'first' })],
    [travellers(0), travellers(21), travellers(1, { count: 0 }), travellers(1, { count: 1000 })],
  ],
  ['a confirmed contribution', confirmedContributionSchema, [contribution], [{ ...contribution, grams: -1 }]],
  [
    'a cancelled contribution',
    cancelledContributionSchema,
    [refund(0), { orderId: 'o', outcome: 'cancelled' }],
    [refund(-1), refund(0.5)],
  ],
  [
    'the status of an order',
    checkoutStatusSchema,
    [
      { orderId: 'o', status: 'pending' },
      { orderId: 'o', status: 'pending', grams: 0, price: { currency: 'EUR', amountMinor: 1 } },
    ],
    [
      { orderId: 'o', status: 'pending', grams: -1 },
      { orderId: 'o', status: 'pending', receiptUrl: 'r' },
    ],
  ],
  [
    'a failure',
    checkoutErrorBodySchema,
    [{ code: 'not_found', message: 'm' }],
    [{ code: 'magic', message: 'm' }],
  ],
  [
    'a quote of what it must have',
    quoteSchema,
    [quote, { status: 'unavailable', reasons: [reason] }],
    [{ ...quote, method: undefined }],
  ],
  ['passengers of a quote', passengers, [1], [0]],
  ['options of a quote', options, [[option]], [[], [{ ...option, fraction: 0 }], [{ ...option, grams: -1 }]]],
  ['choices', choices, [undefined, [choice(1)], Array(4).fill(choice(1))], [[], Array(5).fill(choice(1))]],
  [
    'parts of a choice',
    quoteChoiceSchema,
    [choice(1), choice(10)],
    [choice(0), choice(11), { ...choice(1), options: [] }],
  ],
  ['a sold-out option', quoteOptionSchema, [{ ...option, soldOut: true }], [{ ...option, soldOut: false }]],
  [
    'ground handling',
    ground,
    [{ gramsPerPassenger: 0, airports: [] }],
    [{ gramsPerPassenger: -1, airports: [] }],
  ],
  ['notes of a method', methodSchema, [{ name: 'm' }, note(0, 1)], [note(-1, 1), note(0, 0)]],
  [
    'other methods',
    methodSchema.shape.notes,
    [[{ code: 'other_methods', methods: [{ name: 'm' }] }]],
    [[{ code: 'other_methods', methods: [] }]],
  ],
  ['a range', gramsRangeSchema, [{ low: 0, high: 0 }], [{ low: -1, high: 0 }]],
  ['a flight without an estimate', unavailableQuoteSchema, [noFlight(0)], [noFlight(-1)]],
  [
    'carriers of a comparison',
    comparisonSchema,
    [{ level: 'typical', typicalGramsPerPassenger: 0, carriers: 1 }],
    [{ level: 'typical', typicalGramsPerPassenger: 0, carriers: 0 }],
  ],
];

for (const [name, schema, taken, refused] of BOUNDS) {
  test(`${name}: accepts values within the bounds, and nothing beyond`, () => {
    for (const value of taken)
      assert.ok(schema.safeParse(value).success, JSON.stringify(value)?.slice(0, 200));
    for (const value of refused)
      assert.ok(!schema.safeParse(value).success, JSON.stringify(value).slice(0, 200));
  });
}
