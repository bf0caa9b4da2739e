import type { Config } from '../config.ts';
import type { Sealer } from '../credentials/seal.ts';
import type { OrderContext } from '../orders/context.ts';

/** What the console is given of its gateway. */
export interface ConsoleParts {
  readonly orders: OrderContext;
  readonly sealer: Sealer;
  readonly config: Config;
  /** Whether anyone may open it by one press: no real money moves here. */
  readonly sandbox: boolean;
}
