import { GRAMS_PER_CREDIT } from '@flight-offset/core';
import type { Database } from '../store/engine.ts';
import { type DueProject, readDue } from './due.ts';
import { uncoveredGrams } from './surplus.ts';

/** What is due at the registry for one project. */
export interface PlannedRetirement extends DueProject {
  /** Grams retired earlier that cover no order yet. */
  readonly surplus: number;
  /** Whole tonnes to retire: what is due beyond the surplus, rounded up. */
  readonly tonnes: number;
}

/** Adds up what is allocated and not in a batch, per project. Changes nothing. */
export async function planRetirements(db: Database): Promise<PlannedRetirement[]> {
  const due = await readDue(db);
  return Promise.all(
    due.map(async (one) => {
      const surplus = await uncoveredGrams(db.reader, one.project);
      const tonnes = Math.max(0, Math.ceil((one.grams - surplus) / GRAMS_PER_CREDIT));
      return { ...one, surplus, tonnes };
    }),
  );
}
