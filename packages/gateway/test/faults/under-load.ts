import { startGateway } from '../../src/index.ts';
import { type Buyers, startBuyers } from '../../src/testing/buyers.ts';
import { callerOf } from '../../src/testing/caller.ts';
import { type FaultLines, keepFaultLines } from '../../src/testing/fault-lines.ts';

/** A gateway under load, while something befalls its database. */
export interface UnderLoad {
  readonly buyers: Buyers;
  /** The status of `/readyz` now. */
  readyz(): Promise<number>;
  /** The status of `/healthz` now. */
  healthz(): Promise<number>;
}

/** A gateway on a database, and what is to be true of it afterwards. */
export interface Load {
  readonly databaseUrl: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Where the database is once the fault has passed, if it is elsewhere. */
  readonly afterwards?: string;
}

/**
 * Has buyers pay orders before a fault and after it, and compares the database with what was acknowledged, and the log's
 * lines with its bound, before the gateway closes: what was only counted by then is logged at once.
 * @param befall brings the fault, and returns once the gateway is ready again.
 * @returns the lines of the log, and how many requests of the buyers got 503.
 */
export async function underLoad(
  { databaseUrl, environment, afterwards = databaseUrl }: Load,
  befall: (load: UnderLoad) => Promise<void>,
): Promise<{ readonly lines: FaultLines; readonly refused: number }> {
  const lines = keepFaultLines();
  const gateway = await startGateway({ databaseUrl, environment, log: lines.log });
  const caller = callerOf(gateway.url);
  const statusOf = async (path: string): Promise<number> => (await caller.raw(path)).status;
  const buyers = startBuyers([gateway.url]);
  try {
    await buyers.paid(10);
    await befall({ buyers, readyz: () => statusOf('/readyz'), healthz: () => statusOf('/healthz') });
    await buyers.paid(10);
    await buyers.stop();
    await buyers.check(afterwards);
    lines.assertOnePerSecond();
  } finally {
    await buyers.stop().catch(() => {});
    await gateway.close();
  }
  return { lines, refused: buyers.refused };
}
