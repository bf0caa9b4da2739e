import type { Finding } from './checker/facts.ts';
import type { TortureEngine } from './engines.ts';
import type { Bank } from './payment-provider.ts';

/** Options of a torture run. */
export interface TortureOptions {
  readonly engine: TortureEngine;
  /** The same seed gives the same requests and the same faults. */
  readonly seed: number;
  /**
   * Duration of the storm, seconds; on a slow machine longer, until each kind of fault was made once. The time until
   * everything has come to rest is bounded too.
   */
  readonly seconds: number;
  /** The provider of payments: the sandbox's test cards, or a provider that reports by events. */
  readonly provider?: 'sandbox' | Bank;
  readonly merchants?: number;
  readonly clients?: number;
  readonly say?: (line: string) => void;
}

/** Result of a torture run. */
export interface TortureReport {
  readonly engine: TortureEngine;
  readonly seed: number;
  readonly findings: readonly Finding[];
  /** Responses that no fault explains. */
  readonly oddities: readonly string[];
  /** Number of faults of each kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** Faults this machine does not allow. */
  readonly skipped: readonly string[];
  readonly orders: number;
  readonly settled: number;
  readonly acknowledged: number;
  readonly webhooks: number;
  /** Payments a provider took; refunds and disputes in its books. */
  readonly paid: number;
  readonly refunded: number;
  /** Events a provider never sent. */
  readonly lostEvents: number;
  /** Orders refused because unpaid ones of their merchant hold the maximum. */
  readonly hoardingRefused: number;
  /** Orders in a retirement batch. */
  readonly retired: number;
  /** Statements that were closed. */
  readonly invoiced: number;
  /** Number of tries of each attack by a visitor without a key. */
  readonly attacks: Readonly<Record<string, number>>;
  /** Keys that were revoked during calls with them. */
  readonly revokedKeys: number;
  /** Maximum number of webhooks that waited at once for an endpoint that never responds. */
  readonly silent: number;
  /** Number of responses by status; 0 if none was complete. */
  readonly statuses: Readonly<Record<string, number>>;
}
