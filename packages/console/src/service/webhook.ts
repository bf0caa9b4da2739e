import type { Actor } from './actor.ts';
import type { Millis } from './millis.ts';
import type { ListPage } from './page.ts';

/** `dead`: every attempt failed, and none follows. */
export type WebhookState = 'pending' | 'delivered' | 'dead';

/** What a list of webhooks shows of each. */
export interface WebhookSummary {
  readonly id: string;
  readonly orderId: string;
  /** Such as `order.completed`. */
  readonly type: string;
  readonly url: string;
  readonly state: WebhookState;
  /** All that were made, also before it was queued again. */
  readonly attemptCount: number;
  /** Whether its first attempt since it was queued, the last time, is still to end. */
  readonly isQueued: boolean;
  readonly createdAt: Millis;
  readonly deliveredAt: Millis | undefined;
  /** When the next attempt is due; undefined where none follows. */
  readonly nextAttemptAt: Millis | undefined;
}

/** One attempt to deliver a webhook. */
export interface WebhookAttempt {
  readonly attempt: number;
  readonly at: Millis;
  /** HTTP status of the response; undefined where none arrived. */
  readonly status: number | undefined;
  readonly outcome: string;
  /** How the response began; where there was none, why, if that is known. */
  readonly excerpt: string;
  readonly durationMs: number;
}

/** Whether the endpoint accepted what an attempt sent. */
export function isAccepted({ status }: Pick<WebhookAttempt, 'status'>): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** A webhook with its payload and every attempt. */
export interface Webhook extends WebhookSummary {
  /** The payload, JSON. */
  readonly payload: string;
  readonly attempts: readonly WebhookAttempt[];
}

/** An endpoint that recent webhooks went to. */
export interface WebhookEndpoint {
  /** Without its query, which may hold an order's own data. */
  readonly url: string;
  readonly delivered: number;
  readonly pending: number;
  readonly dead: number;
  /** When its newest webhook was created. */
  readonly lastAt: Millis;
  /** Since when it has failed without a success in between; undefined once it is disabled. */
  readonly failingSince: Millis | undefined;
  /** Since when nothing is sent to it. */
  readonly disabledAt: Millis | undefined;
}

/** Which webhooks to list. */
export interface WebhookFilter {
  readonly state?: WebhookState;
}

/** Webhooks created from one day to another, UTC, both included. */
export interface FailedOfDays {
  readonly from: string;
  readonly to: string;
  /** Where to go on: {@link Replayed.next} of the last time. */
  readonly after?: number | undefined;
}

/** What was sent again. */
export interface Replayed {
  readonly count: number;
  /** Where the rest begins, if there is one: what fails again at once lies before it. */
  readonly next?: number | undefined;
}

/** Webhooks of one merchant. */
export interface WebhookService {
  /** Newest first. */
  list(merchantId: string, filter: WebhookFilter, cursor?: string): Promise<ListPage<WebhookSummary>>;
  find(merchantId: string, webhookId: string): Promise<Webhook | undefined>;
  /** Endpoints of the newest webhooks. */
  endpoints(merchantId: string): Promise<readonly WebhookEndpoint[]>;
  /** Sends one webhook again. @throws Refusal where there is no such webhook. */
  replay(actor: Actor, merchantId: string, webhookId: string): Promise<void>;
  /**
   * Sends again those which failed every attempt or wait for a further one, the oldest first, at most {@link MAX_REPLAYED} of them.
   * @throws Refusal for an invalid day.
   */
  replayDead(actor: Actor, merchantId: string, which: FailedOfDays): Promise<Replayed>;
  /** Sends to a disabled endpoint again, or leaves it enabled. @throws Refusal where there is no such endpoint. */
  enable(actor: Actor, merchantId: string, url: string): Promise<void>;
  /** The signing secret that does not expire, without what is secret of it; undefined where there is none. */
  secret(merchantId: string): Promise<{ readonly id: string; readonly createdAt: Millis } | undefined>;
  /**
   * Creates a signing secret; the previous one keeps signing for a day.
   * @param rotation `once` of the form: it creates one secret, however often it is sent. `current`: the secret it replaces.
   * @returns the secret, shown once.
   * @throws Refusal where the form was sent before: the secret is not shown again; or another secret is current by now.
   */
  rotateSecret(
    actor: Actor,
    merchantId: string,
    rotation: { readonly once: string; readonly current: string },
  ): Promise<string>;
}

/** Most webhooks replayed by one press. */
export const MAX_REPLAYED = 1000;
