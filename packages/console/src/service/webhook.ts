import type { Actor } from './actor.ts';
import type { Millis } from './millis.ts';
import type { ListPage } from './page.ts';

/** `dead`: every attempt failed, and none follows. */
export type WebhookState = 'pending' | 'delivered' | 'dead';

/** A webhook, as a list shows it. */
export interface WebhookSummary {
  readonly id: string;
  readonly orderId: string;
  /** Type, such as `order.completed`. */
  readonly type: string;
  readonly url: string;
  readonly state: WebhookState;
  /** Number of attempts, including those before it was queued again. */
  readonly attemptCount: number;
  /** Whether its first attempt since it was last queued has not ended. */
  readonly isQueued: boolean;
  readonly createdAt: Millis;
  readonly deliveredAt: Millis | undefined;
  /** Time of the next attempt; undefined if none follows. */
  readonly nextAttemptAt: Millis | undefined;
}

/** One attempt to deliver a webhook. */
export interface WebhookAttempt {
  readonly attempt: number;
  readonly at: Millis;
  /** HTTP status of the response; undefined if none arrived. */
  readonly status: number | undefined;
  readonly outcome: string;
  /** Beginning of the response; if there was none, the reason, if known. */
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
  /** URL without its query, which may hold an order's own data. */
  readonly url: string;
  readonly delivered: number;
  readonly pending: number;
  readonly dead: number;
  /** Time at which its newest webhook was created. */
  readonly lastAt: Millis;
  /** Time since which it has failed without a success; undefined once it is disabled. */
  readonly failingSince: Millis | undefined;
  /** Time since which nothing is sent to it. */
  readonly disabledAt: Millis | undefined;
}

/** Conditions on the webhooks of a list. */
export interface WebhookFilter {
  readonly state?: WebhookState;
}

/** Webhooks created from one day to another, UTC, both included. */
export interface FailedOfDays {
  readonly from: string;
  readonly to: string;
  /** Where to continue: the previous {@link Replayed.next}. */
  readonly after?: number | undefined;
}

/** Webhooks that were sent again. */
export interface Replayed {
  readonly count: number;
  /** Start of the rest, if there is one: webhooks that fail again at once come before it. */
  readonly next?: number | undefined;
}

/** Webhooks of one merchant. */
export interface WebhookService {
  /** Lists webhooks, newest first. */
  list(merchantId: string, filter: WebhookFilter, cursor?: string): Promise<ListPage<WebhookSummary>>;
  find(merchantId: string, webhookId: string): Promise<Webhook | undefined>;
  /** Endpoints of the newest webhooks. */
  endpoints(merchantId: string): Promise<readonly WebhookEndpoint[]>;
  /** Sends one webhook again. @throws Refusal if there is no such webhook. */
  replay(actor: Actor, merchantId: string, webhookId: string): Promise<void>;
  /**
   * Sends webhooks again that failed every attempt or wait for another one, oldest first, at most {@link MAX_REPLAYED}.
   * @throws Refusal for an invalid day.
   */
  replayDead(actor: Actor, merchantId: string, which: FailedOfDays): Promise<Replayed>;
  /** Sends to a disabled endpoint again, or leaves it enabled. @throws Refusal if there is no such endpoint. */
  enable(actor: Actor, merchantId: string, url: string): Promise<void>;
  /** Returns the signing secret that does not expire, without its secret part; undefined if there is none. */
  secret(merchantId: string): Promise<{ readonly id: string; readonly createdAt: Millis } | undefined>;
  /**
   * Creates a signing secret; the previous one keeps signing for a day.
   * @param rotation `once` of the form: it creates one secret, however often it is sent. `current`: the secret it
   * replaces.
   * @returns the secret, shown once.
   * @throws Refusal if the form was sent before: the secret is not shown again; or another secret is current by now.
   */
  rotateSecret(
    actor: Actor,
    merchantId: string,
    rotation: { readonly once: string; readonly current: string },
  ): Promise<string>;
}

/** Maximum number of webhooks replayed by one press. */
export const MAX_REPLAYED = 1000;
