import type { OrderState, Project } from '@flight-offset/core';
import type { Bought } from '../final-order.ts';
import type { EstimateMethods } from '../method.ts';
import type { Offset } from '../offset.ts';
import { PENDING_PREFIX } from '../stores/store.ts';
import type { QuoteClaims } from '../tokens/quote-token.ts';

export interface OrderRecord {
  readonly id: string;
  /** Identifier of the quote it came from, which is its idempotency key. */
  readonly quote: string;
  readonly grams: number;
  /** Grams of each leg of the quote, for a refund of one of them. */
  readonly legs?: readonly number[] | undefined;
  /** Milliseconds since 1970, by this clock. */
  readonly created: number;
  /** Final only once the merchant's callback has succeeded. */
  readonly state: OrderState;
  readonly project?: Project | undefined;
  /** Price as shown to the traveller: minor units and currency. */
  readonly price?: readonly [amountMinor: number, currency: string] | undefined;
  /** Set once the order is final, if the service states that the merchant collected its money. */
  readonly settlement?: 'merchant' | undefined;
  /** Details of the bought order, as the service states them; set once the order is final. */
  readonly bought?: Bought | undefined;
  /** Milliseconds since 1970 at which `bought` was read from the service. */
  readonly boughtRead?: number | undefined;
  /** How the emissions were estimated. */
  readonly methods?: EstimateMethods | undefined;
  /** The merchant's own reference, such as a booking. */
  readonly reference?: string | undefined;
  /** Locale of the page it was ordered on, BCP 47. */
  readonly locale?: string | undefined;
  /** Filters of the list; removed once the order is final. */
  readonly email?: string | undefined;
  readonly tax_id?: string | undefined;
}

/** The order of a token, and its payment URL. */
export interface PayableOrder {
  readonly id: string;
  readonly paymentUrl: string;
}

/** Stored state of a token: that its create was sent, then which order it became. */
export interface QuoteRecord {
  /** Fingerprint of the user it was sent for. */
  readonly user: string;
  /** Milliseconds since 1970 at which the create was first sent. */
  readonly sent: number;
  /** The request that was sent; until its order is known. */
  readonly request?: OrderRequest;
  readonly order?: PayableOrder;
}

/** Request for the order of a quote, without its user. */
export interface OrderRequest {
  readonly claims: QuoteClaims;
  /** The merchant's own reference, and whether the service gets it. */
  readonly reference?: string | undefined;
  readonly sendsReference: boolean;
}

/** Time of the next check of a pending order. */
export interface PendingEntry {
  /** Milliseconds since 1970. */
  readonly due: number;
  readonly checks: number;
}

/**
 * How long an order and its quote are stored, seconds: 400 days. Airlines sell about 360 days ahead, and a booking may
 * be cancelled until its departure.
 */
const REMEMBER_SECONDS: number = 400 * 86_400;

/** Whether a text may be the id of an order: ids go into URLs and into the keys of stores. */
export function isOrderId(text: string): boolean {
  return /^\P{Cc}{1,256}$/u.test(text);
}

export const storeKey = {
  order: (id: string): string => `order:${id}`,
  quote: (id: string): string => `quote:${id}`,
  pending: (id: string): string => `${PENDING_PREFIX}${id}`,
  /** Lease held while the order of a token is created. */
  creating: (quote: string): string => `creating:${quote}`,
  /** Set if a final order has to be read again at the service. */
  refreshMark: (id: string): string => `read-soon:${id}`,
  reading: (id: string): string => `reading:${id}`,
  /** Refund of an order or of a part of it by a cancellation. */
  refund: (id: string, part: string): string => `refund:${id}.${part}`,
  booking: (reference: string): string => `booking:${reference}`,
  /** Set if a booking is cancelled. */
  cancelled: (reference: string): string => `cancelled:${reference}`,
  /** Lease held while the list of a booking's orders is written. */
  writingBooking: (reference: string): string => `writing-booking:${reference}`,
  /** Lease held while a traveller contributes to a booking by a link. */
  contributing: (reference: string): string => `contributing:${reference}`,
  /** Lease held while the merchant's callback runs for an order. */
  finalizing: (id: string): string => `finalizing:${id}`,
} as const;

/**
 * Reads a text of the store; undefined also if a merchant's own store returns null.
 * @throws TypeError for a value that the store's client has parsed.
 */
export async function readText({ store }: Offset, key: string): Promise<string | undefined> {
  const text: unknown = (await store.get(key)) ?? undefined;
  if (text === undefined || typeof text === 'string') return text;
  throw new TypeError(
    'the option store must return the text that was set, not what its client has parsed: Upstash takes automaticDeserialization: false',
  );
}

/** Reads a value written by {@link writeJson}. */
export async function readJson<T>(offset: Offset, key: string): Promise<T | undefined> {
  const text = await readText(offset, key);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** Writes a value for as long as orders are stored. */
export async function writeJson({ store }: Offset, key: string, value: unknown): Promise<void> {
  await store.set(key, JSON.stringify(value), REMEMBER_SECONDS);
}

/** Writes a value like {@link writeJson}, unless there is one. @returns whether it was written. */
export function addJson({ store }: Offset, key: string, value: unknown): Promise<boolean> {
  return store.setIfAbsent(key, JSON.stringify(value), REMEMBER_SECONDS);
}

/** Removes the traveller's details from an order: they are stored only as long as the list is filtered by them. */
export function withoutUser({ email: _email, tax_id: _taxId, ...kept }: OrderRecord): OrderRecord {
  return kept;
}
