import type { Merchant } from './call.ts';
import type { Notes } from './notes.ts';
import type { Random } from './random.ts';
import type { WebhookEndpoints } from './webhook-endpoints.ts';

/** Context of a load. */
export interface LoadOptions {
  readonly merchants: readonly Merchant[];
  readonly endpoints: WebhookEndpoints;
  readonly notes: Notes;
  readonly random: Random;
  /** Ports of equivalent gateways. */
  readonly ports: readonly number[];
  readonly isOver: () => boolean;
  /** Whether only a provider's events settle orders. */
  readonly hasProvider?: boolean;
}
