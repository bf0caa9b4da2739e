/**
 * Store of which order a quote became and which orders are pending. Keys and values are short strings; nothing in them
 * is secret, but a pending order holds its traveller's e-mail address.
 *
 * `setIfAbsent` prevents duplicate orders and callbacks: it must be atomic across processes. A read must return the
 * last write, which a replica may not have yet. If a method throws, the request fails; the page or the service repeats
 * it.
 * @example
 * const store: OffsetStore = kyselyStore(db);
 */
export interface OffsetStore {
  /** Returns the value, or undefined if there is none or it has expired. */
  get(key: string): Promise<string | undefined>;
  /** Writes a value that may be deleted after `ttlSeconds`. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** Writes a value unless there is one that has not expired. @returns whether it was written. */
  setIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  /**
   * Deletes a value, if there is one. With `value`, only if it is still the same, atomically: an ended lease may be
   * another caller's. A store of one process may ignore `value`.
   */
  delete(key: string, value?: string): Promise<void>;
  /** Lists every key that begins with {@link PENDING_PREFIX}: the orders to reconcile. */
  listPending(): Promise<string[]>;
}

/** Prefix of the keys that {@link OffsetStore.listPending} lists. */
export const PENDING_PREFIX = 'pending:';
