import type { AllotmentKey } from '../allotments/wanted.ts';
import type { Config } from '../config.ts';
import type { AllocationPolicy } from '../projects/price-lists.ts';
import type { Database } from '../store/engine.ts';
import type { TargetPolicy } from '../webhooks/target.ts';
import type { PendingLimits } from './price/pending-limits.ts';

/** A change of state of a payment or refund: identifiers and amounts, no personal data. */
export interface MoneyEvent {
  readonly kind: 'payment' | 'refund';
  readonly orderId: string;
  /** Identifier of the payment or refund. */
  readonly id: string;
  readonly outcome: 'captured' | 'pending' | 'completed' | 'failed';
  readonly currency: string;
  /** Amount received or refunded, minor units. */
  readonly amountMinor: number;
}

/** Dependencies and settings of the code that works on orders. */
export interface OrderContext {
  readonly db: Database;
  /** Public URL of the gateway, without a trailing slash. */
  readonly publicUrl: string;
  /** The time, milliseconds since 1970; a test clock may move it. */
  readonly now: () => number;
  readonly policy: AllocationPolicy;
  /** The payment provider: prices of new orders are amounts that it accepts. */
  readonly provider: Config['provider'];
  /** How long a new order holds its credits until its payment starts, milliseconds. */
  readonly holdMs: number;
  /** How long an order may wait for its payment, milliseconds. */
  readonly orderTtlMs: number;
  readonly limits: PendingLimits;
  /** Rules for the URLs of webhooks: a `callback_url` that they exclude is refused. */
  readonly webhookTargets: TargetPolicy;
  /** Called when a webhook was written to the outbox, so that it is sent at once. */
  readonly onWebhookEnqueued: () => void;
  /** Called when less than half of an allotment is free, so that it is topped up before an order has to wait for it. */
  readonly onAllotmentsLow?: (low: readonly AllotmentKey[]) => void;
  /** Called when a refund returned credits, so that all merchants find them at once. */
  readonly onCreditsReturned?: () => void;
  /** Called when a refund was recorded, so that it is sent to the provider at once. */
  readonly onRefund?: () => void;
  /** Called when a payment succeeded or failed, or a refund changed its state; for logs and metrics. */
  readonly onMoney?: (event: MoneyEvent) => void;
  /** Called when refunds and lost disputes took more of a payment than came in: by how much, minor units. */
  readonly onExcess?: (excess: Pick<MoneyEvent, 'orderId' | 'currency' | 'amountMinor'>) => void;
}
