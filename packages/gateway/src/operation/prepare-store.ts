import type { Config } from '../config.ts';
import type { Sealer } from '../credentials/seal.ts';
import { seedSandbox } from '../sandbox.ts';
import type { Database } from '../store/engine.ts';
import { migrateAtLeisure } from '../store/migrate.ts';
import { requireRightClock } from './clock-skew.ts';

/**
 * Makes a database ready to be served from, or refuses it.
 * @throws ClockError where the clock of this machine is off.
 */
export async function prepareStore(db: Database, sealer: Sealer, config: Config): Promise<void> {
  await migrateAtLeisure(db, config.DATABASE_URL);
  await requireRightClock(db, config.GATEWAY_MAX_CLOCK_SKEW_SECONDS * 1000);
  if (config.sandbox) await seedSandbox(db, sealer);
}
