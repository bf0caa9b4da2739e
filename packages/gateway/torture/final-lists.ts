import { type CallResponse, call, type Merchant } from './call.ts';
import type { FinalList } from './checker/facts.ts';
import type { Notes } from './notes.ts';

/** Most orders on a page of the list. */
const PAGE_SIZE = 100;

/** Requests every order of every merchant once everything has come to rest, replacing the notes of an earlier call. */
export async function listEverything(
  port: number,
  merchants: readonly Merchant[],
  notes: Notes,
): Promise<void> {
  notes.lists.length = 0;
  for (const merchant of merchants) notes.lists.push(await listOf(port, merchant, notes));
}

async function listOf(port: number, { id, apiKey }: Merchant, notes: Notes): Promise<FinalList> {
  const orderIds: string[] = [];
  let page = 0;
  let last: CallResponse['json'];
  do {
    page += 1;
    last = await pageOf(port, apiKey, page);
    for (const { order_id: orderId, status } of last.orders) {
      orderIds.push(orderId);
      notes.observed.push({ merchant: id, orderId, status });
    }
  } while (last.orders.length === PAGE_SIZE);
  return {
    merchant: id,
    totalRecords: last.metadata.total_records,
    totalOrders: last.overview.total_orders,
    totalAmountPaid: last.overview.total_amount_paid,
    totalUsers: last.overview.total_users,
    orderIds,
  };
}

async function pageOf(port: number, apiKey: string, page: number): Promise<CallResponse['json']> {
  const path = `/offset-gateway/orders?limit=${PAGE_SIZE}&sort=asc&page=${page}`;
  const response = await call({ port, method: 'GET', path, headers: { 'x-api-key': apiKey } });
  if (response?.status !== 200) throw new Error(`the list returned ${response?.status} when all was quiet`);
  return response.json;
}
