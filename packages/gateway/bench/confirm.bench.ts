import type { Measure } from '../../../scripts/measure.ts';
import { besideCreates } from './beside-creates.ts';
import { onBothEngines } from './both-engines.ts';
import { confirmShot } from './shots.ts';

/** Measures how many orders per second a merchant confirms, beside how many it creates. */
export async function bench(): Promise<readonly Measure[]> {
  return onBothEngines(async (engine, database) =>
    besideCreates(`confirm an order, ${engine}`, await database(), confirmShot),
  );
}
