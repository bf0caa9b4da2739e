import { type OrderListInput, orderListQuerySchema, parse } from '@flight-offset/core';
import { OffsetApiError, type OrderListResponse, type TransactionResponse } from '@flight-offset/core/server';
import type { Offset } from '../offset.ts';
import { CheckoutProblem, toProblem } from '../problem.ts';

/**
 * A page of the merchant's orders, for its back office: it holds travellers' names and addresses.
 * @throws CheckoutProblem `bad_request` with the parameter at fault, `service_unavailable`.
 */
export async function listOrders(offset: Offset, query: OrderListInput = {}): Promise<OrderListResponse> {
  try {
    return await offset.call((client) => client.listOrders(query));
  } catch (error) {
    throw toProblem(error);
  }
}

/** Reads the query of an address. @throws CheckoutProblem `bad_request` with the parameter at fault. */
export function readListQuery(search: URLSearchParams): OrderListInput {
  try {
    const given = [...search].filter(([, value]) => value !== '');
    return parse(orderListQuerySchema, Object.fromEntries(given), 'query');
  } catch (error) {
    throw toProblem(error);
  }
}

/**
 * A settled purchase, for the merchant's back office.
 * @throws CheckoutProblem `not_found`, `service_unavailable`.
 */
export async function getTransaction(offset: Offset, id: string): Promise<TransactionResponse> {
  try {
    return await offset.call((client) => client.getTransaction(id));
  } catch (error) {
    if (error instanceof OffsetApiError && error.status === 404) {
      throw new CheckoutProblem('not_found', 'There is no such transaction.', { field: 'id', cause: error });
    }
    throw toProblem(error);
  }
}
