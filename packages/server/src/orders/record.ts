import type { OrderState, Project } from '@flight-offset/core';
import type { Offset } from '../offset.ts';
import { OPEN_PREFIX } from '../stores/store.ts';

/** What is remembered of an order. */
export interface OrderRecord {
  readonly id: string;
  /** Identifier of the quote it came from, which is its idempotency key. */
  readonly quote: string;
  readonly grams: number;
  /** Milliseconds since 1970, by this clock. */
  readonly created: number;
  /** Final states stand here only once the merchant has been told. */
  readonly state: OrderState;
  readonly project?: Project | undefined;
  /** The merchant's own reference, such as a booking. */
  readonly reference?: string | undefined;
  /** By these the list finds it; forgotten once the order is settled. */
  readonly email?: string | undefined;
  readonly tax_id?: string | undefined;
}

/** The order which a token became, as the service answered it. */
export interface MadeOrder {
  readonly id: string;
  readonly paymentUrl: string;
}

/** What is remembered of a token: that its create was sent, then which order it became. */
export interface QuoteRecord {
  /** Fingerprint of the user it was sent for. */
  readonly user: string;
  /** Milliseconds since 1970 at which the create was first sent. */
  readonly sent: number;
  readonly order?: MadeOrder;
}

/** When an order that waits is to be asked about next. */
export interface OpenEntry {
  readonly due: number;
  readonly checks: number;
}

/** How long an order and its quote are remembered, seconds: 180 days, past any dispute about a double click. */
export const REMEMBER_SECONDS: number = 180 * 86_400;

/** Names of what is kept in the store. */
export const storeKey = {
  order: (id: string): string => `order:${id}`,
  quote: (id: string): string => `quote:${id}`,
  open: (id: string): string => `${OPEN_PREFIX}${id}`,
  /** Held while an order is being made of a token. */
  making: (quote: string): string => `making:${quote}`,
  booking: (reference: string): string => `booking:${reference}`,
  /** Held while the list of a booking's orders is being written. */
  writingBooking: (reference: string): string => `writing-booking:${reference}`,
  /** Held while the merchant is being told of an order. */
  telling: (id: string): string => `telling:${id}`,
} as const;

/** Reads a value which {@link writeJson} wrote. */
export async function readJson<T>({ store }: Offset, key: string): Promise<T | undefined> {
  const text = await store.get(key);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** Writes a value for as long as orders are remembered. */
export async function writeJson({ store }: Offset, key: string, value: unknown): Promise<void> {
  await store.set(key, JSON.stringify(value), REMEMBER_SECONDS);
}

/** An order without what only served to find it: its traveller's address is kept no longer than it is needed. */
export function withoutUser({ email: _email, tax_id: _taxId, ...kept }: OrderRecord): OrderRecord {
  return kept;
}
