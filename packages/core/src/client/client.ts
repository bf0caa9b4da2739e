import type { Flight } from '../flights/flight.ts';
import { parse } from '../input/validation.ts';
import { type CreateOrderInput, createOrderSchema } from '../orders/order.ts';
import { type OrderListInput, orderListQuerySchema } from '../orders/order-list.ts';
import { type CreateRefundInput, createRefundSchema } from '../orders/refund.ts';
import { type ConfirmOrder, confirmOrderSchema } from '../orders/settlement.ts';
import type { StatementList, StatementWithLines } from '../orders/statement.ts';
import { type CallOptions, type CreateOrderOptions, checkedKey, type OfferOptions } from './call-options.ts';
import { type EmissionsClient, requestEmissions } from './emissions.ts';
import { everyOrder } from './every-order.ts';
import { callExtension, createExtensions, type Extensions } from './extensions.ts';
import { type OffsetClientOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { orderPath, refundsPath, statementPath, transactionPath } from './paths.ts';
import { createRequests, type Requests } from './requests.ts';
import {
  type CreatedOrderResponse,
  type FlightEmissionsResponse,
  type FlightEstimateResponse,
  type OfferResponse,
  type OrderListResponse,
  type OrderResponse,
  type RefundResponse,
  readCreatedOrder,
  readOffer,
  readOrder,
  readOrderList,
  readRefund,
  readRefunds,
  readStatement,
  readStatements,
  readTransaction,
  type TransactionResponse,
} from './responses.ts';
import type { JsonResponse } from './transport.ts';

/**
 * Calls the operations of the interface, and the extensions of this project's gateway, on any service that implements
 * them. For servers only: it holds the secret.
 *
 * @example
 * const client = new OffsetClient({ environment: 'sandbox', apiKey, signingKey: secret, platformId });
 * const order = await client.createOrder({ emission_amount: 1146 }, { idempotencyKey: booking.id });
 * redirect(order.payment_url);
 */
export class OffsetClient {
  readonly #options: ResolvedOptions;
  readonly #requests: Requests;
  readonly #emissions: EmissionsClient;
  readonly #extensions: Extensions = createExtensions();

  /** @throws TypeError that names the invalid option. */
  constructor(options: OffsetClientOptions) {
    this.#options = resolveOptions(options);
    this.#requests = createRequests(this.#options);
    this.#emissions = { options: this.#options, requests: this.#requests };
  }

  /** Base URL of the service; payment pages are usually there. */
  get baseUrl(): URL {
    return new URL(this.#options.baseUrl);
  }

  /** Whether the service is known to honour `Idempotency-Key`: the option of that name. */
  get honoursIdempotencyKey(): boolean {
    return this.#options.honoursIdempotencyKey;
  }

  /**
   * Creates an order. It always carries an `Idempotency-Key`.
   * @throws ValidationError before anything is sent; OffsetError afterwards.
   */
  async createOrder(
    input: CreateOrderInput,
    options: CreateOrderOptions = {},
  ): Promise<CreatedOrderResponse> {
    parse(createOrderSchema, input, 'order');
    return readCreatedOrder(await this.#create('createOrder', 'offset-gateway/orders', input, options));
  }

  /**
   * Returns one page of orders, newest first unless `sort` is set.
   * @throws ValidationError before anything is sent; OffsetError afterwards.
   */
  async listOrders(query: OrderListInput = {}, options: CallOptions = {}): Promise<OrderListResponse> {
    const search = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    parse(orderListQuerySchema, Object.fromEntries(search), 'query');
    const path = `offset-gateway/orders?${new URLSearchParams(search)}`;
    return readOrderList(await this.#requests.get('listOrders', path, options));
  }

  /**
   * Iterates over every order that matches, page by page. Orders that enter or leave the list meanwhile neither repeat
   * nor hide others.
   * @throws OffsetError `too_many_orders` past the interface's 1 000 pages.
   */
  orders(
    query: Omit<OrderListInput, 'page'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<OrderResponse, void> {
    return everyOrder((page) => this.listOrders({ limit: 100, ...query, page }, options));
  }

  /**
   * Calculates grams of CO2e per passenger by cabin, one result per flight, in order. The list may have any length: it
   * is split.
   * @throws OffsetApiError whose `flights` names each flight that cannot be estimated.
   */
  calculateEmissions(
    flights: readonly Flight[],
    options: CallOptions = {},
  ): Promise<FlightEmissionsResponse[]> {
    return requestEmissions(this.#emissions, 'calculateEmissions', flights, options);
  }

  /** Like {@link calculateEmissions}, with the derivation if the service has that extension. */
  async estimateEmissions(
    flights: readonly Flight[],
    options: CallOptions = {},
  ): Promise<FlightEstimateResponse[]> {
    return this.extensionOr(
      'estimates',
      () => requestEmissions(this.#emissions, 'estimateEmissions', flights, options),
      () => requestEmissions(this.#emissions, 'calculateEmissions', flights, options),
    );
  }

  /** Returns a completed purchase or a refund. */
  async getTransaction(id: string, options: CallOptions = {}): Promise<TransactionResponse> {
    return readTransaction(await this.#requests.get('getTransaction', transactionPath(id), options));
  }

  /**
   * Returns one order; undefined if the service lacks this extension: then find the order with {@link listOrders}.
   * @throws OffsetApiError 404 if the service has the extension, but this key has no such order.
   */
  getOrder(id: string, options: CallOptions = {}): Promise<OrderResponse | undefined> {
    return this.#extensions.call('order', async () =>
      readOrder(await this.#requests.get('getOrder', orderPath(id), options), id),
    );
  }

  /**
   * Completes a pending order whose money the merchant collected with the booking. Confirming again returns the same
   * order, so a call that gets no response is retried.
   * @returns undefined if the service does not have this extension.
   * @throws OffsetApiError 403 the merchant may not collect payments itself; 409 the order failed or the payer paid it,
   * or the merchant's limit is reached.
   */
  async confirmOrder(
    id: string,
    input: ConfirmOrder = {},
    options: CallOptions = {},
  ): Promise<OrderResponse | undefined> {
    parse(confirmOrderSchema, input, 'confirmation');
    return this.#orderAction('confirm', id, input, options);
  }

  /**
   * Fails a pending order at once; its credits go back to stock. Cancelling again returns the same order.
   * @returns undefined if the service does not have this extension.
   * @throws OffsetApiError 409 the order is completed: refund it.
   */
  cancelOrder(id: string, options: CallOptions = {}): Promise<OrderResponse | undefined> {
    return this.#orderAction('cancel', id, {}, options);
  }

  /** Lists what the merchant owes for orders whose money it collected; undefined without this extension. */
  listStatements(options: CallOptions = {}): Promise<StatementList | undefined> {
    return this.#extensions.call('statements', async () =>
      readStatements(await this.#requests.get('listStatements', 'offset-gateway/statements', options)),
    );
  }

  /** Returns a statement with its lines; undefined if the service does not have this extension. */
  getStatement(id: string, options: CallOptions = {}): Promise<StatementWithLines | undefined> {
    return this.#extensions.call('statement', async () =>
      readStatement(await this.#requests.get('getStatement', statementPath(id), options)),
    );
  }

  /**
   * Extension: refunds a completed order, whole or in part. It always carries an `Idempotency-Key`. Set your own if you
   * may repeat the call; otherwise the repeat refunds the part again.
   * @throws ValidationError before anything is sent; OffsetApiError with `error` 40906 if the order is not completed,
   * 40907 if less is left than requested, and with status 404 if the service has no such order or does not have the
   * extension.
   */
  async refundOrder(
    orderId: string,
    input: CreateRefundInput = {},
    options: CreateOrderOptions = {},
  ): Promise<RefundResponse> {
    parse(createRefundSchema, input, 'refund');
    return readRefund(await this.#create('refundOrder', refundsPath(orderId), input, options));
  }

  /** Extension: lists an order's refunds, oldest first. @throws OffsetApiError like {@link OffsetClient.refundOrder}. */
  async listRefunds(orderId: string, options: CallOptions = {}): Promise<RefundResponse[]> {
    return readRefunds(await this.#requests.get('listRefunds', refundsPath(orderId), options));
  }

  /** Returns the current offer and its price; undefined if the service does not have this extension. */
  getOffer(options: OfferOptions = {}): Promise<OfferResponse | undefined> {
    const { currency, ...call } = options;
    const query = currency === undefined ? '' : `?${new URLSearchParams({ currency })}`;
    return this.#extensions.call('offer', async () =>
      readOffer(await this.#requests.get('getOffer', `offset-gateway/offer${query}`, call)),
    );
  }

  /**
   * Calls an extension or, if the service does not have it, `plain`, which gets the same result from the interface's
   * own operations. If the response is not the extension's (a proxy may have sent it) and `plain` succeeds, the
   * extension is not tried again for ten minutes. A failure of `plain` is thrown.
   * @param name of the extension: `order` and `estimates` are those of {@link getOrder} and {@link estimateEmissions}.
   * @param extension returns undefined if the service does not have it.
   */
  extensionOr<T>(name: string, extension: () => Promise<T | undefined>, plain: () => Promise<T>): Promise<T> {
    return this.#extensions.callOr(name, extension, plain);
  }

  /** Creates an object once per idempotency key. */
  async #create(
    operation: string,
    path: string,
    json: object,
    options: CreateOrderOptions,
  ): Promise<JsonResponse> {
    const headers = { 'idempotency-key': checkedKey(options.idempotencyKey ?? crypto.randomUUID()) };
    const repeatable = this.#options.honoursIdempotencyKey;
    return this.#requests.post({ operation, path, json, headers, repeatable }, options);
  }

  async #orderAction(
    action: 'confirm' | 'cancel',
    id: string,
    json: object,
    options: CallOptions,
  ): Promise<OrderResponse | undefined> {
    const path = `${orderPath(id)}/${action}`;
    const headers = { 'idempotency-key': checkedKey(`${id}.${action}`) };
    const post = { operation: `${action}Order`, path, json, headers, repeatable: true };
    // Not remembered: after an unfinished deployment, a missing endpoint would keep bookings from being confirmed for
    // an hour.
    return callExtension(async () => readOrder(await this.#requests.post(post, options), id));
  }
}
