import type * as z from 'zod';
import { OffsetError, OffsetResponseError } from '../errors/errors.ts';
import type { FlightEmissionsResult, GramsPerCabin } from '../flights/flight-emissions.ts';
import type { FlightEstimateResult } from '../flights/flight-estimate.ts';
import { parse } from '../input/validation.ts';
import type { Offer } from '../offer/offer.ts';
import { type CreatedOrder, ORDER_STATES, type Order } from '../orders/order.ts';
import type { OrderList } from '../orders/order-list.ts';
import type { Refund } from '../orders/refund.ts';
import {
  type StatementList,
  type StatementWithLines,
  statementListSchema,
  statementWithLinesSchema,
} from '../orders/statement.ts';
import type { Transaction } from '../orders/transaction.ts';
import { MAX_ORDER_GRAMS } from '../units/mass.ts';
import { isPriceStep } from '../units/money.ts';
import type { JsonResponse } from './transport.ts';

/**
 * Responses, read tolerantly: an implementation of the interface may leave out what the interface does not promise, and
 * may add fields, which are kept. Only the fields that a caller needs are checked.
 */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined } & { readonly [more: string]: unknown };

/** A created order: its id and its payment URL are always present. */
export type CreatedOrderResponse = Loose<CreatedOrder> & Pick<CreatedOrder, 'order_id' | 'payment_url'>;
/** An order of a list. */
export type OrderResponse = Loose<Order>;
/** A page of orders. */
export interface OrderListResponse {
  readonly metadata: Loose<OrderList['metadata']>;
  readonly overview: Loose<OrderList['overview']>;
  readonly orders: readonly OrderResponse[];
}
/**
 * A flight's result: every cabin present is a number of grams that fits one order; the flight itself may be left out.
 */
export interface FlightEmissionsResponse {
  readonly flight?: Loose<FlightEmissionsResult['flight']>;
  readonly emissionsGramsPerPax: Loose<GramsPerCabin>;
  readonly [more: string]: unknown;
}
/** A flight's result, with its derivation if the service has the extension. */
export type FlightEstimateResponse = FlightEmissionsResponse &
  Loose<Omit<FlightEstimateResult, keyof FlightEmissionsResult>>;
/** A transaction. */
export type TransactionResponse = Loose<Transaction>;
/** A refund: its id and status are always there. */
export type RefundResponse = Loose<Refund> & Pick<Refund, 'refund_id' | 'status'>;
/** The current offer. */
export type OfferResponse = Loose<Offer>;

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(response: JsonResponse, problem: string): never {
  const { status, requestId } = response;
  throw new OffsetResponseError(`the response does not conform to the interface: ${problem}`, {
    status,
    requestId,
  });
}

function objectOf(response: JsonResponse): Json {
  return isObject(response.json) ? response.json : refuse(response, 'it must be an object');
}

/** Reads the response of a create. @throws OffsetResponseError without an id or a payment URL. */
export function readCreatedOrder(response: JsonResponse): CreatedOrderResponse {
  const order = objectOf(response);
  if (typeof order.order_id !== 'string' || order.order_id === '') refuse(response, 'order_id is missing');
  if (typeof order.payment_url !== 'string' || !URL.canParse(order.payment_url)) {
    refuse(response, 'payment_url is missing or not a URL');
  }
  return order as CreatedOrderResponse;
}

/** Reads a page of orders. @throws OffsetResponseError without an array of objects. */
export function readOrderList(response: JsonResponse): OrderListResponse {
  const list = objectOf(response);
  if (!Array.isArray(list.orders) || !list.orders.every(isObject)) refuse(response, 'orders must be objects');
  return {
    ...list,
    metadata: isObject(list.metadata) ? list.metadata : {},
    overview: isObject(list.overview) ? list.overview : {},
    orders: list.orders,
  };
}

/** Reads results. @throws OffsetResponseError unless there is one per flight, with valid numbers. */
export function readEmissions(response: JsonResponse, flights: number): FlightEstimateResponse[] {
  const { json } = response;
  if (!Array.isArray(json)) refuse(response, 'it must be an array');
  if (json.length !== flights)
    refuse(response, `${flights} flights were requested, ${json.length} results returned`);
  for (const [index, result] of json.entries()) {
    const cabins = isObject(result) ? result.emissionsGramsPerPax : undefined;
    if (!isObject(cabins)) refuse(response, `[${index}].emissionsGramsPerPax is missing`);
    for (const [cabin, value] of Object.entries(cabins)) {
      if (typeof value !== 'number' || !(value >= 0 && value <= MAX_ORDER_GRAMS)) {
        const range = `from 0 to ${MAX_ORDER_GRAMS}`;
        refuse(response, `[${index}].emissionsGramsPerPax.${cabin} is not a number ${range}`);
      }
    }
  }
  return json as FlightEstimateResponse[];
}

/** Reads one order. @throws OffsetResponseError unless it is the order of that id. */
export function readOrder(response: JsonResponse, id: string): OrderResponse {
  const order = objectOf(response);
  return order.order_id === id ? order : refuse(response, 'order_id is not that of the request');
}

/** Reads a transaction. @throws OffsetResponseError unless it is an object. */
export function readTransaction(response: JsonResponse): TransactionResponse {
  return objectOf(response);
}

/** Reads an offer. @throws OffsetResponseError unless it is an object with a price from 0 up and a valid price step. */
export function readOffer(response: JsonResponse): OfferResponse {
  const offer = objectOf(response);
  const price = offer.price_per_tonne;
  if (typeof price !== 'number' || !Number.isFinite(price) || price < 0)
    refuse(response, 'price_per_tonne is missing');
  const { price_step: step } = offer;
  if (step !== undefined && !isPriceStep(step)) refuse(response, 'price_step is no whole number from 1 up');
  return offer;
}

/** Reads statements. @throws OffsetResponseError unless they conform to the extension. */
export function readStatements(response: JsonResponse): StatementList {
  return conforming(statementListSchema, response);
}

/** Reads a statement. @throws OffsetResponseError unless it conforms to the extension. */
export function readStatement(response: JsonResponse): StatementWithLines {
  return conforming(statementWithLinesSchema, response);
}

/** Checks a response against a schema. Fields that the schema does not have are kept: a later version may add some. */
function conforming<S extends z.ZodType>(schema: S, response: JsonResponse): z.output<S> {
  try {
    parse(schema, response.json, 'response');
    return response.json as z.output<S>;
  } catch (error) {
    return refuse(response, error instanceof OffsetError ? error.message : 'it is invalid');
  }
}

/** Reads a refund. @throws OffsetResponseError without an id and a status. */
export function readRefund(response: JsonResponse): RefundResponse {
  return refundOf(response, objectOf(response));
}

/** Reads all refunds of an order. @throws OffsetResponseError unless each has an id and a status. */
export function readRefunds(response: JsonResponse): RefundResponse[] {
  const { refunds } = objectOf(response);
  if (!Array.isArray(refunds) || !refunds.every(isObject)) refuse(response, 'refunds must be objects');
  return refunds.map((one) => refundOf(response, one));
}

function refundOf(response: JsonResponse, refund: Json): RefundResponse {
  const { refund_id: id, status } = refund;
  if (typeof id !== 'string' || id === '') refuse(response, 'refund_id is missing');
  if (!ORDER_STATES.some((state) => state === status))
    refuse(response, 'status must be pending, completed or failed');
  return refund as RefundResponse;
}
