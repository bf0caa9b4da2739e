import type { AllocationPolicy } from '../projects/allocate.ts';
import type { Database } from '../store/engine.ts';

/** What work on orders needs to know of the gateway it runs in. */
export interface OrderContext {
  readonly db: Database;
  /** Address of the gateway as the outside sees it, without a slash at its end. */
  readonly publicUrl: string;
  /** The time, milliseconds since 1970; a test clock may move it. */
  readonly now: () => number;
  readonly policy: AllocationPolicy;
  /** How long a pending order waits for its payment, milliseconds. */
  readonly orderTtlMs: number;
  /** Told when a notification was left in the outbox, so that it goes out at once. */
  readonly onNotification: () => void;
}
