import type { Generated } from 'kysely';
import type { Millis } from './millis.ts';

/** One secret with which webhooks to a merchant are signed. */
export interface WebhookSecretTable {
  id: string;
  merchant_id: string;
  sealed_secret: string;
  created_at: Millis;
  expires_at: Millis | null;
}

/** One webhook to deliver. */
export interface DeliveryTable {
  id: string;
  merchant_id: string;
  order_id: string;
  sequence: Generated<number>;
  /** Its group of webhooks that share slots: `laneOf` its merchant and URL. */
  lane: Generated<string>;
  url: string;
  body: string;
  state: 'pending' | 'delivered' | 'dead';
  attempts: number;
  next_attempt_at: Millis;
  claimed_until: Millis;
  created_at: Millis;
  delivered_at: Millis | null;
}

/** One attempt to deliver a webhook. */
export interface DeliveryAttemptTable {
  merchant_id: string;
  delivery_id: string;
  attempt: number;
  at: Millis;
  status: number | null;
  outcome: string;
  excerpt: string;
  duration_ms: number;
}

/** An address that failed for days: nothing is sent there until it is enabled again. */
export interface WebhookEndpointTable {
  merchant_id: string;
  url_hash: string;
  /** First failure of the series; once it is disabled, when a webhook was last due there. */
  failing_since: Millis | null;
  disabled_at: Millis | null;
  /** When it last failed; null if an earlier version noted the failure, or if its only response was a 410. */
  last_failed_at: Millis | null;
}

/** Webhooks to merchants. */
export interface WebhookTables {
  webhook_secrets: WebhookSecretTable;
  deliveries: DeliveryTable;
  delivery_attempts: DeliveryAttemptTable;
  webhook_endpoints: WebhookEndpointTable;
}
