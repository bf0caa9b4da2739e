import {
  createOrderSchema,
  MAX_FLIGHTS,
  MAX_ORDER_GRAMS,
  orderListQuerySchema,
  quoteRequestSchema,
} from '@flight-offset/core';
import { WEBHOOK_TOLERANCE_SECONDS } from '@flight-offset/core/server';
import type * as z from 'zod';
import { fieldsOf, figure, jsonSchemaOf, table } from './schema-table.ts';

function rules(schema: z.ZodType, name: string): string {
  const field = fieldsOf(jsonSchemaOf(schema, 'output')).find((one) => one.name === name);
  if (!field) throw new Error(`There is no field ${name} any more: fix the page of limits.`);
  return field.rules;
}

/** Generates the reference of limits, from the schemas and constants that enforce them. */
export function limitsPage(): string {
  return [
    '# Limits',
    table(
      ['What', 'Limit'],
      [
        [
          '`emission_amount` of an order',
          `${rules(createOrderSchema, 'emission_amount')}; ${figure(MAX_ORDER_GRAMS / 1000)} kg at most, in either unit`,
        ],
        ['`callback_url`', rules(createOrderSchema, 'callback_url')],
        [
          'Flights of a calculate request',
          `1 to ${MAX_FLIGHTS}; the client splits longer lists and joins the responses`,
        ],
        ['`limit` of the list', rules(orderListQuerySchema, 'limit')],
        ['`page` of the list', rules(orderListQuerySchema, 'page')],
        ['Body of a request to the gateway', '1 MiB'],
        ['`Idempotency-Key`', '1 to 255 printable ASCII characters; kept for at least 24 hours'],
        ['Flights of a quote', rules(quoteRequestSchema, 'flights')],
        ['Passengers of a quote', rules(quoteRequestSchema, 'passengers')],
        ['Timestamp of a webhook', `at most ${WEBHOOK_TOLERANCE_SECONDS} seconds off, either way`],
      ],
    ),
    'A request over the rate limit gets `429`, `Retry-After`, `RateLimit` and `RateLimit-Policy`. Limits apply per API key and are set by the operator of the gateway.',
    'The operator also limits what one order, and all unpaid orders of a merchant, may hold, with [`GATEWAY_MAX_ORDER_TONNES`](/reference/configuration#orders-and-credits) and the settings after it: an order gets `409` and error 40905 beside too many unpaid ones, 40913 if it alone is too large. `available` of the [offer](/reference/offer-endpoints) is what the next one may hold.',
  ].join('\n\n');
}
