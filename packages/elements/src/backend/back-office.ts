import type { OrderList, OrderListInput, Transaction } from '@flight-offset/core';
import { ask, BackendError } from './ask.ts';

/** Asks for a page of the merchant's orders. */
export async function askOrders(
  endpoint: string,
  query: OrderListInput,
  signal: AbortSignal,
): Promise<OrderList> {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value ? [[name, `${value}`]] : [])),
  );
  const list = (await ask(endpoint, `back-office/orders?${search}`, undefined, signal)) as OrderList;
  if (!Array.isArray(list.orders)) throw new BackendError('bad_answer');
  return list;
}

/** Asks for one transaction. */
export async function askTransaction(
  endpoint: string,
  id: string,
  signal: AbortSignal,
): Promise<Transaction> {
  const path = `back-office/transactions/${encodeURIComponent(id)}`;
  return (await ask(endpoint, path, undefined, signal)) as Transaction;
}
