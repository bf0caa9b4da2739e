import type { OrderState } from '@flight-offset/core';

/** The states by which orders and users are counted. */
export const STATES = ['pending', 'completed', 'failed'] as const satisfies readonly OrderState[];

/** Counts of orders. */
export type OrderCount = `${OrderState}_orders` | 'paid_inr_minor';

/** Counts of orders by state. */
export const PER_STATE = STATES.map((state) => `${state}_orders` as const);
export const ORDER_COUNTS: readonly OrderCount[] = [...PER_STATE, 'paid_inr_minor'];

/** Counts of users. */
export type UserCount = `${OrderState}_users` | 'users';
const USER_COUNTS: readonly UserCount[] = ['users', ...STATES.map((state) => `${state}_users` as const)];

/** Counts of a total. */
export type Count = OrderCount | UserCount;
export const COUNTS: readonly Count[] = [...ORDER_COUNTS, ...USER_COUNTS];

/** Orders of a row, by state. */
export type PerState = Record<(typeof PER_STATE)[number], number>;

const adding = (table: string, counts: readonly Count[]): string =>
  counts.map((count) => `${count} = ${table}.${count} + excluded.${count}`).join(', ');

/** An insert that adds to totals. */
export const TOTALS = {
  into: 'order_totals',
  columns: ['merchant_id', 'tax_id', 'shard', ...COUNTS],
  ending: `on conflict (merchant_id, tax_id, shard) do update set ${adding('order_totals', COUNTS)}`,
} as const;

/** An insert that adds to the orders of users, and returns the new counts. */
export const USERS = {
  into: 'order_users',
  columns: ['merchant_id', 'tax_id', 'user_key', ...ORDER_COUNTS],
  ending: `on conflict (merchant_id, tax_id, user_key) do update set ${adding('order_users', ORDER_COUNTS)}
    returning merchant_id, tax_id, user_key, ${PER_STATE.join(', ')}`,
} as const;
