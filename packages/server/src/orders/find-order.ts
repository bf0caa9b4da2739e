import type { OrderResponse } from '@flight-offset/core/server';
import type { Offset } from '../offset.ts';
import { hasCode } from '../service/codes.ts';
import type { OrderRecord } from './record.ts';
import { scanOrders } from './scan-orders.ts';

/** Known details of an order to find. */
export type SoughtOrder = Pick<OrderRecord, 'id' | 'created' | 'email' | 'tax_id'>;

/** Orders that were found, by id, and the calls it took. */
export interface FoundOrders {
  readonly orders: ReadonlyMap<string, OrderResponse>;
  /** Calls to the service. */
  readonly calls: number;
  /** Whether the service has lost the order, as after a restore. */
  readonly isLost?: true;
}

/** Maximum number of pages to scan unless the merchant sets another. */
const PAGES = 10;

/**
 * Finds an order: by its id if the service has that extension; else in the list, by its user if known, else among the
 * newest.
 */
export function findOrder(offset: Offset, sought: SoughtOrder): Promise<FoundOrders> {
  return offset.orderOr(
    () => findById(offset, sought),
    async () => {
      const byUser = await findByUser(offset, sought);
      if (byUser.orders.size > 0) return byUser;
      const newest = await findOrders(offset, [sought]);
      return { orders: newest.orders, calls: byUser.calls + newest.calls };
    },
  );
}

/** Finds an order, however old, by one call: by its id, or among the orders of its user if known. */
export function findByIdOrUser(offset: Offset, sought: SoughtOrder): Promise<FoundOrders> {
  return offset.orderOr(
    () => findById(offset, sought),
    () => findByUser(offset, sought),
  );
}

/** Finds several orders in one scan of the list. */
export function findOrders(offset: Offset, sought: readonly SoughtOrder[]): Promise<FoundOrders> {
  return findAmong(offset, {}, sought);
}

/** @returns undefined if the service does not have this extension. */
async function findById(offset: Offset, { id }: SoughtOrder): Promise<FoundOrders | undefined> {
  try {
    const order = await offset.call((client) => client.getOrder(id));
    return order && { orders: new Map([[id, order]]), calls: 1 };
  } catch (error) {
    if (hasCode(error, 'NO_SUCH_ORDER')) return { orders: new Map(), calls: 1, isLost: true };
    throw error;
  }
}

async function findByUser(offset: Offset, sought: SoughtOrder): Promise<FoundOrders> {
  const { email, tax_id } = sought;
  if (email !== undefined) return findAmong(offset, { email }, [sought]);
  if (tax_id !== undefined) return findAmong(offset, { tax_id }, [sought]);
  return { orders: new Map(), calls: 0 };
}

async function findAmong(
  offset: Offset,
  filter: Pick<SoughtOrder, 'email' | 'tax_id'>,
  sought: readonly SoughtOrder[],
): Promise<FoundOrders> {
  const wanted = new Set(sought.map(({ id }) => id));
  const orders = new Map<string, OrderResponse>();
  const notBefore = Math.min(...sought.map(({ created }) => created));
  const pages = offset.options.searchPages ?? PAGES;
  const calls = await scanOrders(offset, filter, { notBefore, pages }, (order) => {
    const id = order.order_id!;
    if (wanted.delete(id)) orders.set(id, order);
    return wanted.size === 0;
  });
  return { orders, calls };
}
