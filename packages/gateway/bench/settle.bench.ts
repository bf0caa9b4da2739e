import type { Measure } from '../../../scripts/measure.ts';
import { besideCreates } from './beside-creates.ts';
import { onBothEngines } from './both-engines.ts';
import { settleShot } from './shots.ts';

/** Measures how many orders per second payers settle, beside how many are created. */
export async function bench(): Promise<readonly Measure[]> {
  return onBothEngines(async (engine, database) =>
    besideCreates(`settle an order, ${engine}`, await database(), settleShot),
  );
}
