/**
 * Where the handler remembers which order a quote became and which orders are pending. Keys and values are short
 * strings; nothing in them is secret, but a pending order holds its traveller's e-mail address.
 *
 * `setIfAbsent` is what keeps orders and callbacks single: across processes it must be atomic. What is read must be the last
 * write, which a replica may not have yet. What a method throws fails the request, which the page or the service repeats.
 * @example
 * const store: OffsetStore = kyselyStore(db);
 */
export interface OffsetStore {
  /** The value, or undefined where there is none or it has expired. */
  get(key: string): Promise<string | undefined>;
  /** Writes a value which may be forgotten after `ttlSeconds`. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** Writes a value only where there is none that has not expired. @returns whether it was written. */
  setIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  /**
   * Forgets a value; does nothing where there is none. Given `value`, only while it is that one, in one step: a lease that
   * ended meanwhile is another's. A store of one process may ignore it.
   */
  delete(key: string, value?: string): Promise<void>;
  /** Every key that begins with {@link PENDING_PREFIX}: the orders whose status is to be reconciled. */
  listPending(): Promise<string[]>;
}

/** Prefix of the keys which {@link OffsetStore.listPending} lists. */
export const PENDING_PREFIX = 'pending:';
