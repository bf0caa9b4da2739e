import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from '../input/validation.ts';
import { createRefundSchema } from './refund.ts';

describe('the body of a refund request', () => {
  const valid: [name: string, body: object][] = [
    ['nothing: the whole order', {}],
    ['a part in kilograms', { emission_amount: 0.5 }],
    ['a gram', { emission_amount: 0.0005 }],
    ['a part in tonnes', { emission_amount: 1, emission_unit: 'tonCO2e', reason: 'PNR ABC123' }],
  ];
  for (const [name, body] of valid)
    it(name, () => assert.deepEqual(parse(createRefundSchema, body, 'refund'), body));

  const invalid: [name: string, body: unknown, field: string][] = [
    ['a part of nothing', { emission_amount: 0 }, 'emission_amount'],
    ['a negative part', { emission_amount: -1 }, 'emission_amount'],
    ['less than a gram', { emission_amount: 0.0004 }, 'emission_amount'],
    ['more than an order may carry', { emission_amount: 1e9 + 1 }, 'emission_amount'],
    ['an amount as text', { emission_amount: '1' }, 'emission_amount'],
    ['a unit without an amount', { emission_unit: 'kgCO2' }, 'emission_unit'],
    ['an unknown unit', { emission_amount: 1, emission_unit: 'lb' }, 'emission_unit'],
    ['an empty reason', { reason: '' }, 'reason'],
    ['a reason that is too long', { reason: 'x'.repeat(501) }, 'reason'],
  ];
  for (const [name, body, field] of invalid)
    it(`${name} is refused, and the message names the field`, () =>
      assert.throws(() => parse(createRefundSchema, body, 'refund'), { message: new RegExp(field) }));
});
