import { OffsetResponseError } from '../errors.ts';
import type { FlightEmissions, GramsPerCabin } from '../flight-emissions.ts';
import type { FlightEstimate } from '../flight-estimate.ts';
import type { Offer } from '../offer.ts';
import { type CreatedOrder, ORDER_STATES, type Order } from '../order.ts';
import type { OrderList } from '../order-list.ts';
import type { Refund } from '../refund.ts';
import type { Transaction } from '../transaction.ts';
import type { JsonResponse } from './transport.ts';

/**
 * Answers in their widest reading: any implementation of the interface may leave out what the interface does not
 * promise, and may add fields, which are kept. Only what a caller cannot do without is checked.
 */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined } & { readonly [more: string]: unknown };

/** A created order: its id and where to pay are always there. */
export type CreatedOrderResponse = Loose<CreatedOrder> & Pick<CreatedOrder, 'order_id' | 'payment_url'>;
/** An order of a list. */
export type OrderResponse = Loose<Order>;
/** A page of orders. */
export interface OrderListResponse {
  readonly metadata: Loose<OrderList['metadata']>;
  readonly overview: Loose<OrderList['overview']>;
  readonly orders: readonly OrderResponse[];
}
/** A flight's result: every cabin that is there is a finite number from 0 up. */
export interface FlightEmissionsResponse {
  readonly flight: Loose<FlightEmissions['flight']>;
  readonly emissionsGramsPerPax: Loose<GramsPerCabin>;
  readonly [more: string]: unknown;
}
/** A flight's result with its derivation, where the service has the extension. */
export type FlightEstimateResponse = FlightEmissionsResponse &
  Loose<Omit<FlightEstimate, keyof FlightEmissions>>;
/** A transaction. */
export type TransactionResponse = Loose<Transaction>;
/** A refund: its id and status are always there. */
export type RefundResponse = Loose<Refund> & Pick<Refund, 'refund_id' | 'status'>;
/** What a new order would buy now. */
export type OfferResponse = Loose<Offer>;

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(answer: JsonResponse, problem: string): never {
  const { status, requestId } = answer;
  throw new OffsetResponseError(`the answer is not what the interface promises: ${problem}`, {
    status,
    requestId,
  });
}

function objectOf(answer: JsonResponse): Json {
  return isObject(answer.json) ? answer.json : refuse(answer, 'it must be an object');
}

/** Reads a create's answer. @throws OffsetResponseError without an id or an address to pay at. */
export function readCreatedOrder(answer: JsonResponse): CreatedOrderResponse {
  const order = objectOf(answer);
  if (typeof order.order_id !== 'string' || order.order_id === '') refuse(answer, 'order_id is missing');
  if (typeof order.payment_url !== 'string' || !URL.canParse(order.payment_url)) {
    refuse(answer, 'payment_url is missing or no address');
  }
  return order as CreatedOrderResponse;
}

/** Reads a page of orders. @throws OffsetResponseError without an array of objects. */
export function readOrderList(answer: JsonResponse): OrderListResponse {
  const list = objectOf(answer);
  if (!Array.isArray(list.orders) || !list.orders.every(isObject)) refuse(answer, 'orders must be objects');
  return {
    ...list,
    metadata: isObject(list.metadata) ? list.metadata : {},
    overview: isObject(list.overview) ? list.overview : {},
    orders: list.orders,
  };
}

/** Reads results. @throws OffsetResponseError unless there is one a flight, with sound numbers. */
export function readEmissions(answer: JsonResponse, flights: number): FlightEstimateResponse[] {
  const { json } = answer;
  if (!Array.isArray(json)) refuse(answer, 'it must be an array');
  if (json.length !== flights) refuse(answer, `${flights} flights were asked for, ${json.length} answered`);
  for (const [index, result] of json.entries()) {
    const cabins = isObject(result) ? result.emissionsGramsPerPax : undefined;
    if (!isObject(cabins)) refuse(answer, `[${index}].emissionsGramsPerPax is missing`);
    for (const [cabin, value] of Object.entries(cabins)) {
      if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
        refuse(answer, `[${index}].emissionsGramsPerPax.${cabin} is no number from 0 up`);
      }
    }
  }
  return json as FlightEstimateResponse[];
}

/** Reads one order. @throws OffsetResponseError unless it is the order of that id. */
export function readOrder(answer: JsonResponse, id: string): OrderResponse {
  const order = objectOf(answer);
  return order.order_id === id ? order : refuse(answer, 'order_id is not that of the request');
}

/** Reads a transaction. @throws OffsetResponseError unless it is an object. */
export function readTransaction(answer: JsonResponse): TransactionResponse {
  return objectOf(answer);
}

/** Reads an offer. @throws OffsetResponseError unless it is an object with a price from 0 up. */
export function readOffer(answer: JsonResponse): OfferResponse {
  const offer = objectOf(answer);
  const price = offer.price_per_tonne;
  if (typeof price !== 'number' || !Number.isFinite(price) || price < 0)
    refuse(answer, 'price_per_tonne is missing');
  return offer;
}

/** Reads a refund. @throws OffsetResponseError without an id and a status. */
export function readRefund(answer: JsonResponse): RefundResponse {
  return refundOf(answer, objectOf(answer));
}

/** Reads all refunds of an order. @throws OffsetResponseError unless each has an id and a status. */
export function readRefunds(answer: JsonResponse): RefundResponse[] {
  const { refunds } = objectOf(answer);
  if (!Array.isArray(refunds) || !refunds.every(isObject)) refuse(answer, 'refunds must be objects');
  return refunds.map((one) => refundOf(answer, one));
}

function refundOf(answer: JsonResponse, refund: Json): RefundResponse {
  const { refund_id: id, status } = refund;
  if (typeof id !== 'string' || id === '') refuse(answer, 'refund_id is missing');
  if (!ORDER_STATES.some((state) => state === status))
    refuse(answer, 'status must be pending, completed or failed');
  return refund as RefundResponse;
}
