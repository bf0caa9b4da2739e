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
  // Read before what is due: grams that a batch takes in between then count as covered twice. Read after it, they would
  // be due but not covered, and somebody would retire them once more.
  const uncovered = await uncoveredGrams(db.reader);
  return (await readDue(db)).map((one) => {
    const surplus = uncovered.get(one.project) ?? 0;
    const tonnes = Math.max(0, Math.ceil((one.grams - surplus) / GRAMS_PER_CREDIT));
    return { ...one, surplus, tonnes };
  });
}
