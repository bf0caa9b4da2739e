import type { Config } from '../config.ts';
import { refuseOtherKey } from '../credentials/require-master-key.ts';
import type { Sealer } from '../credentials/seal.ts';
import type { Database } from '../store/engine.ts';
import { requireRightClock } from './clock-skew.ts';
import { refuseSandboxOnProduction } from './mode.ts';
import { describeLeftovers } from './sandbox-leftovers.ts';

/** Refuses the sandbox on a database that takes real payments, and a clock that is off. */
export async function refuseWrongModeOrClock(
  db: Pick<Database, 'engine' | 'kysely'>,
  config: Config,
): Promise<void> {
  if (config.sandbox) await refuseSandboxOnProduction(db);
  await requireRightClock(db, config.GATEWAY_MAX_CLOCK_SKEW_SECONDS * 1000);
}

/**
 * Refuses the migrations of a process that may not serve, in their transaction: the serving processes could not go on,
 * and no migration can be undone later.
 */
export async function refuseMigration(
  db: Pick<Database, 'engine' | 'kysely'>,
  sealer: Sealer,
  config: Config,
): Promise<void> {
  await refuseWrongModeOrClock(db, config);
  // A gateway refuses real payments on sandbox data anyway, and `sandbox remove` needs the newest schema.
  if (!config.sandbox && (await describeLeftovers(db)).length > 0) return;
  await refuseOtherKey(db, sealer);
}
