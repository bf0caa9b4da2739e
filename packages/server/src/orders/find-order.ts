import type { OrderAnswer } from '@flight-offset/core/server';
import type { Offset } from '../offset.ts';
import type { OrderRecord } from './record.ts';
import { walkOrders } from './walk.ts';

/** What is known of an order that is looked for. */
export type Sought = Pick<OrderRecord, 'id' | 'created' | 'email' | 'tax_id'>;

/** Pages to look through unless the merchant says otherwise. */
const PAGES = 10;

/**
 * Finds an order through the list operation: by its user where one is known, else among the newest.
 * @returns undefined where it is not among them.
 */
export async function findOrder(offset: Offset, sought: Sought): Promise<OrderAnswer | undefined> {
  return (await findByUser(offset, sought)) ?? (await findOrders(offset, [sought])).get(sought.id);
}

/** Finds an order, however old, among those of its user; undefined where none is known. */
export async function findByUser(offset: Offset, sought: Sought): Promise<OrderAnswer | undefined> {
  const { email, tax_id } = sought;
  const filter = email !== undefined ? { email } : tax_id !== undefined ? { tax_id } : undefined;
  return filter && (await findAmong(offset, filter, [sought])).get(sought.id);
}

/** Finds several orders in one walk through the list. */
export function findOrders(offset: Offset, sought: readonly Sought[]): Promise<Map<string, OrderAnswer>> {
  return findAmong(offset, {}, sought);
}

async function findAmong(
  offset: Offset,
  filter: Pick<Sought, 'email' | 'tax_id'>,
  sought: readonly Sought[],
): Promise<Map<string, OrderAnswer>> {
  const wanted = new Set(sought.map(({ id }) => id));
  const found = new Map<string, OrderAnswer>();
  const notBefore = Math.min(...sought.map(({ created }) => created));
  const pages = offset.options.searchPages ?? PAGES;
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  await walkOrders(offset, given, { notBefore, pages }, (order) => {
    const id = order.order_id!;
    if (wanted.delete(id)) found.set(id, order);
    return wanted.size === 0;
  });
  return found;
}
