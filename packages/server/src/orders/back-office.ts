import { type OrderListInput, orderListQuerySchema } from '@flight-offset/core';
import { OffsetApiError, type OrderListResponse, type TransactionResponse } from '@flight-offset/core/server';
import { CheckoutError, toCheckoutError } from '../checkout-error.ts';
import { readInput } from '../input.ts';
import type { Offset } from '../offset.ts';

/**
 * Lists one page of the merchant's orders, for its back office: it holds travellers' names and addresses.
 * @param query filters and page; by default the newest 20 orders. `limit` is 1 to 100, `page` 1 to 1000.
 * @throws CheckoutError `bad_request` with the invalid parameter, `service_unavailable`.
 * @example
 * const { orders } = await listOrders(offset, { status: 'completed', limit: 50 });
 */
export async function listOrders(offset: Offset, query: OrderListInput = {}): Promise<OrderListResponse> {
  try {
    return await offset.call((client) => client.listOrders(query));
  } catch (error) {
    throw toCheckoutError(error);
  }
}

/** Reads the query of a URL. @throws CheckoutError `bad_request` with the parameter. */
export function readListQuery(search: URLSearchParams): OrderListInput {
  try {
    const given = [...search].filter(([, value]) => value !== '');
    const names = given.map(([name]) => name);
    const field = names.find((name, at) => names.indexOf(name) < at);
    if (field) throw new CheckoutError('bad_request', `${field}: is given twice; give it once.`, { field });
    return readInput(orderListQuerySchema, Object.fromEntries(given), 'query');
  } catch (error) {
    throw toCheckoutError(error);
  }
}

/**
 * Returns a settled purchase, for the merchant's back office. The interface states no units; the gateway's `amount` is
 * in rupees, its `carbon_credits` in tonnes.
 * @throws CheckoutError `not_found`, `service_unavailable`.
 * @example
 * const { amount, carbon_credits } = await getTransaction(offset, id);
 */
export async function getTransaction(offset: Offset, id: string): Promise<TransactionResponse> {
  try {
    return await offset.call((client) => client.getTransaction(id));
  } catch (error) {
    if (error instanceof OffsetApiError && error.status === 404) {
      throw new CheckoutError('not_found', 'Transaction not found. Check the identifier.', {
        field: 'id',
        cause: error,
      });
    }
    throw toCheckoutError(error);
  }
}
