import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Sealer } from '../credentials/seal.ts';
import type { FaultLog } from '../fault-log.ts';
import type { OrderContext } from '../orders/context.ts';

/** The parts of the gateway that the console uses. */
export interface ConsoleParts {
  readonly orders: OrderContext;
  readonly sealer: Sealer;
  readonly config: Config;
  readonly log: Logger;
  readonly faults: FaultLog;
}
