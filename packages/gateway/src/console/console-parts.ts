import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Sealer } from '../credentials/seal.ts';
import type { FaultLog } from '../fault-log.ts';
import type { OrderContext } from '../orders/context.ts';
import type { Provider } from '../providers/provider.ts';

/** The parts of the gateway that the console uses. */
export interface ConsoleParts {
  readonly orders: OrderContext;
  readonly sealer: Sealer;
  readonly provider: Provider;
  readonly config: Config;
  readonly log: Logger;
  readonly faults: FaultLog;
}
