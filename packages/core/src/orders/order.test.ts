import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrderSchema, ORDER_EXTENSIONS } from './order.ts';

/** The fields of a create in the interface. */
const OF_INTERFACE = ['emission_amount', 'emission_unit', 'callback_url', 'user'];

test('every field of a create belongs to the interface or to the extensions, which offers list', () => {
  const fields = Object.keys(createOrderSchema.shape);
  assert.deepEqual(fields.toSorted(), [...OF_INTERFACE, ...ORDER_EXTENSIONS].sort());
});
