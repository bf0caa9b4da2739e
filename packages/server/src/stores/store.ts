/**
 * Where the handler remembers which order a quote became and which orders wait for their payment. Keys and values
 * are short strings; nothing in them is secret, but an order that waits holds its traveller's e-mail address.
 *
 * `add` is what keeps orders and callbacks single: across processes it must be atomic.
 */
export interface OffsetStore {
  /** The value, or undefined where there is none or its time has passed. */
  get(key: string): Promise<string | undefined>;
  /** Writes a value which may be forgotten after `ttlSeconds`. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** Writes a value only where there is none. @returns whether it was written. */
  add(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** Every key that begins with {@link OPEN_PREFIX}: the orders that wait. */
  open(): Promise<string[]>;
}

/** Beginning of the keys which {@link OffsetStore.open} lists. */
export const OPEN_PREFIX = 'open:';
