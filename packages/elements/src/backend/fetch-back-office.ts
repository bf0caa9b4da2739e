import type { OrderList, OrderListInput, Transaction } from '@flight-offset/core';
import { BackendError, requestJson } from './request.ts';

/** Requests a page of the merchant's orders. */
export async function fetchOrders(
  endpoint: string,
  query: OrderListInput,
  signal: AbortSignal,
): Promise<OrderList> {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value ? [[name, `${value}`]] : [])),
  );
  const list = (await requestJson(endpoint, `back-office/orders?${search}`, undefined, signal)) as OrderList;
  if (!Array.isArray(list.orders)) throw new BackendError('invalid_response');
  return list;
}

/** Requests one transaction. */
export async function fetchTransaction(
  endpoint: string,
  id: string,
  signal: AbortSignal,
): Promise<Transaction> {
  const path = `back-office/transactions/${encodeURIComponent(id)}`;
  return (await requestJson(endpoint, path, undefined, signal)) as Transaction;
}
