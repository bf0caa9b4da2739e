import type { ErrorCodeNumber } from '../errors/error-codes.ts';
import { calculateRequestSchema } from '../flights/flight.ts';
import { calculateResponseSchema } from '../flights/flight-emissions.ts';
import { estimateResponseSchema } from '../flights/flight-estimate.ts';
import { offerQuerySchema, offerSchema } from '../offer/offer.ts';
import { createdOrderSchema, createOrderSchema, orderSchema, orderStatusSchema } from '../orders/order.ts';
import { orderListQuerySchema, orderListSchema } from '../orders/order-list.ts';
import { createRefundSchema, refundListSchema, refundSchema } from '../orders/refund.ts';
import { cancelOrderSchema, confirmOrderSchema } from '../orders/settlement.ts';
import { statementListSchema, statementWithLinesSchema } from '../orders/statement.ts';
import { transactionSchema } from '../orders/transaction.ts';
import * as examples from './examples.ts';
import type { Operation } from './operation.ts';

/** Errors that every operation with a key may return. */
export const KEY_ERRORS = [40101, 40102, 42901, 50001, 50301] as const satisfies ErrorCodeNumber[];
const BODY_ERRORS = [40001, 40002, 40103, 40104, 40801, 41301, 41501] as const satisfies ErrorCodeNumber[];
const PLATFORM_ERRORS = [40105, 40106, 42201] as const satisfies ErrorCodeNumber[];

/** The four operations of the interface, then this project's extensions. */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'createOrder',
    method: 'POST',
    path: '/offset-gateway/orders',
    base: 'base_url',
    tag: 'Orders',
    summary: 'Create an offset order',
    description: 'Creates an order and returns the URL at which it is paid.',
    headers: ['x-api-key', 'x-body-signature', 'idempotency-key'],
    request: { schema: createOrderSchema, example: examples.createOrder },
    response: { status: 201, schema: createdOrderSchema, example: examples.createdOrder },
    errors: [...BODY_ERRORS, ...KEY_ERRORS, 40004, 40901, 40903, 40904, 40905, 40912, 40913, 42202],
    extension: false,
  },
  {
    id: 'listOrders',
    method: 'GET',
    path: '/offset-gateway/orders',
    base: 'base_url',
    tag: 'Orders',
    summary: 'List offset orders',
    description: 'Orders of the merchant, by `created_at`, with totals over all that match the filters.',
    headers: ['x-api-key'],
    query: orderListQuerySchema,
    response: { status: 200, schema: orderListSchema, example: examples.orderList },
    errors: [40003, ...KEY_ERRORS],
    extension: false,
  },
  {
    id: 'calculateEmissions',
    method: 'POST',
    path: '/api/calculate',
    base: 'emissions_url',
    tag: 'Emissions',
    summary: 'Calculate flight emissions',
    description:
      'Grams of CO2e per passenger, well-to-wake, by cabin, one result per flight, in order. An `aircraft` type without fuel data is ignored.',
    headers: ['x-api-key', 'x-body-signature', 'x-platform-id'],
    request: { schema: calculateRequestSchema, example: examples.calculate },
    response: { status: 200, schema: calculateResponseSchema, example: examples.calculated },
    errors: [...BODY_ERRORS, ...PLATFORM_ERRORS, ...KEY_ERRORS],
    extension: false,
  },
  {
    id: 'getTransaction',
    method: 'GET',
    path: '/marketplace/transactions/{id}',
    base: 'base_url',
    tag: 'Transactions',
    summary: 'Get a transaction',
    description:
      'A completed purchase (money paid, credits allocated) or a refund, whose amount is negative.',
    headers: ['x-api-key'],
    response: { status: 200, schema: transactionSchema, example: examples.transaction },
    errors: [40403, ...KEY_ERRORS],
    extension: false,
  },
  {
    id: 'estimateEmissions',
    method: 'POST',
    path: '/api/estimates',
    base: 'emissions_url',
    tag: 'Emissions',
    summary: 'Estimate flight emissions, with the derivation',
    description:
      'The same figures as calculate, with interval, aircraft, distance and the source of each step. `warnings` names what makes a figure less certain, such as an `aircraft` type without fuel data.',
    headers: ['x-api-key', 'x-body-signature', 'x-platform-id'],
    request: { schema: calculateRequestSchema, example: examples.calculate },
    response: { status: 200, schema: estimateResponseSchema, example: examples.estimated },
    errors: [...BODY_ERRORS, ...PLATFORM_ERRORS, ...KEY_ERRORS],
    extension: true,
  },
  {
    id: 'getOffer',
    method: 'GET',
    path: '/offset-gateway/offer',
    base: 'base_url',
    tag: 'Offers',
    summary: 'Get the current offer',
    description: 'Price per tonne and the project whose credits a new order would get.',
    headers: ['x-api-key'],
    query: offerQuerySchema,
    response: { status: 200, schema: offerSchema, example: examples.offer },
    errors: [40003, 40903, ...KEY_ERRORS],
    extension: true,
  },
  {
    id: 'getOrder',
    method: 'GET',
    path: '/offset-gateway/orders/{order_id}',
    base: 'base_url',
    tag: 'Orders',
    summary: 'Get one order',
    description: 'An order as the list shows it.',
    headers: ['x-api-key'],
    response: { status: 200, schema: orderSchema, example: examples.order },
    errors: [40402, ...KEY_ERRORS],
    extension: true,
  },
  {
    id: 'getOrderStatus',
    method: 'GET',
    path: '/offset-gateway/orders/{order_id}/status',
    base: 'base_url',
    tag: 'Orders',
    summary: "Get one order's status",
    description: 'State, amount and date of an order.',
    headers: ['x-api-key'],
    response: { status: 200, schema: orderStatusSchema, example: examples.orderStatus },
    errors: [40402, ...KEY_ERRORS],
    extension: true,
  },
  {
    id: 'confirmOrder',
    method: 'POST',
    path: '/offset-gateway/orders/{order_id}/confirm',
    base: 'base_url',
    tag: 'Orders',
    summary: 'Confirm an order the merchant collected the money for',
    description:
      'Completes a pending order and adds it to the next statement of the merchant. Confirming again returns the order as it is.',
    headers: ['x-api-key', 'x-body-signature', 'idempotency-key'],
    request: { schema: confirmOrderSchema, example: examples.confirmOrder },
    response: { status: 200, schema: orderSchema, example: examples.confirmedOrder },
    errors: [...BODY_ERRORS, ...KEY_ERRORS, 40004, 40302, 40402, 40902, 40911],
    extension: true,
  },
  {
    id: 'cancelOrder',
    method: 'POST',
    path: '/offset-gateway/orders/{order_id}/cancel',
    base: 'base_url',
    tag: 'Orders',
    summary: 'Cancel a pending order',
    description:
      'Fails a pending order at once; its credits go back to stock. Cancelling again returns the order as it is.',
    headers: ['x-api-key', 'x-body-signature', 'idempotency-key'],
    request: { schema: cancelOrderSchema, example: {} },
    response: { status: 200, schema: orderSchema, example: examples.failedOrder },
    errors: [...BODY_ERRORS, ...KEY_ERRORS, 40004, 40402, 40902],
    extension: true,
  },
  {
    id: 'listStatements',
    method: 'GET',
    path: '/offset-gateway/statements',
    base: 'base_url',
    tag: 'Statements',
    summary: 'List statements',
    description: 'What the merchant owes for orders it collected the money for: open ones, then closed ones.',
    headers: ['x-api-key'],
    response: { status: 200, schema: statementListSchema, example: examples.statementList },
    errors: [...KEY_ERRORS],
    extension: true,
  },
  {
    id: 'getStatement',
    method: 'GET',
    path: '/offset-gateway/statements/{statement_id}',
    base: 'base_url',
    tag: 'Statements',
    summary: 'Get a statement',
    description:
      'A statement with its lines, oldest first. With `.csv` or `.pdf` after the identifier: the same as CSV or PDF.',
    headers: ['x-api-key'],
    response: { status: 200, schema: statementWithLinesSchema, example: examples.statement },
    errors: [40404, ...KEY_ERRORS],
    extension: true,
  },
  {
    id: 'refundOrder',
    method: 'POST',
    path: '/offset-gateway/orders/{order_id}/refunds',
    base: 'base_url',
    tag: 'Refunds',
    summary: 'Refund an order',
    description:
      'Refunds a completed order, whole or in part. The order keeps its status; the refund is `pending` until the payment provider confirms it.',
    headers: ['x-api-key', 'x-body-signature', 'idempotency-key'],
    request: { schema: createRefundSchema, example: examples.createRefund },
    response: { status: 201, schema: refundSchema, example: examples.refund },
    errors: [...BODY_ERRORS, ...KEY_ERRORS, 40004, 40402, 40901, 40906, 40907, 40908, 42202],
    extension: true,
  },
  {
    id: 'listRefunds',
    method: 'GET',
    path: '/offset-gateway/orders/{order_id}/refunds',
    base: 'base_url',
    tag: 'Refunds',
    summary: 'List refunds of an order',
    description:
      'Every refund of an order, oldest first: requested ones, those made at the payment provider, and disputes.',
    headers: ['x-api-key'],
    response: { status: 200, schema: refundListSchema, example: examples.refundList },
    errors: [40402, ...KEY_ERRORS],
    extension: true,
  },
];
