import type { Console } from '@flight-offset/console';
import type { Logger } from 'pino';
import type { Credentials } from './credentials/authenticate.ts';
import type { FaultLog } from './fault-log.ts';
import type { ClientAddress } from './http/client-address.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import type { Clock } from './operation/clock.ts';
import type { Metrics } from './operation/metrics.ts';
import type { StoreWatch } from './operation/store-watch.ts';
import type { OrderContext } from './orders/context.ts';
import type { PdfMaker } from './pdf/pdf-maker.ts';
import type { Provider } from './providers/provider.ts';
import type { FailureLog } from './requests/failure-log.ts';

/** Everything the routes of one gateway share. */
export interface Gateway {
  readonly orders: OrderContext;
  readonly credentials: Credentials;
  readonly provider: Provider;
  /** Origins of the provider's payment pages. */
  readonly paymentOrigins: readonly string[];
  /** Whether this gateway is for tests: no real money, simulated outcomes. */
  readonly sandbox: boolean;
  /** URL of the documentation, for the front page. */
  readonly docsUrl?: string | undefined;
  /** Determines where a request comes from, also behind trusted proxies. */
  readonly clientAddress: ClientAddress;
  readonly rateLimiter: RateLimiter;
  /** Creates the PDFs of receipts and statements. */
  readonly pdfs: PdfMaker;
  readonly metrics: Metrics;
  /** Whether everyone who can reach the gateway may read its metrics. */
  readonly hasPublicMetrics: boolean;
  /** Opens the console; undefined if the gateway has none. */
  readonly console?: (() => Promise<Console>) | undefined;
  readonly clock: Clock;
  readonly failures: FailureLog;
  readonly log: Logger;
  readonly faults: FaultLog;
  readonly store: StoreWatch;
  /** Whether the gateway takes new work; false once it stops. */
  readonly isReady: () => Promise<boolean>;
  /** Whether the process is about to end: it is stopping, or has lost its database. */
  readonly isLeaving: () => boolean;
}
