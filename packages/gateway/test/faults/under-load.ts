import { startGateway } from '../../src/index.ts';
import { type Buyers, startBuyers } from '../../src/testing/buyers.ts';
import { callerOf } from '../../src/testing/caller.ts';
import { captureFaultLines, type FaultLines } from '../../src/testing/fault-lines.ts';

/** A gateway under load, during a fault of its database. */
export interface UnderLoad {
  readonly buyers: Buyers;
  /** Returns the present status of `/readyz`. */
  readyz(): Promise<number>;
  /** Returns the present status of `/healthz`. */
  healthz(): Promise<number>;
}

/** A gateway on a database, and its conditions after the fault. */
export interface Load {
  readonly databaseUrl: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Address of the database after the fault, if it is another one. */
  readonly afterwards?: string;
}

/**
 * Makes buyers pay orders before a fault and after it. Before the gateway closes, compares the database with the
 * acknowledged orders, and the log's lines with their maximum: closing would log the faults counted until then.
 * @param befall makes the fault, and returns once the gateway is ready again.
 * @returns the lines of the log, and the number of the buyers' requests that got 503.
 */
export async function underLoad(
  { databaseUrl, environment, afterwards = databaseUrl }: Load,
  befall: (load: UnderLoad) => Promise<void>,
): Promise<{ readonly lines: FaultLines; readonly refused: number }> {
  const lines = captureFaultLines();
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
