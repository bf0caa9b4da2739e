import { GRAMS_PER_CREDIT } from '@flight-offset/core';
import type { Database } from '../store/engine.ts';
import { type DueProject, readDue } from './due.ts';
import { uncoveredGrams } from './surplus.ts';

/** Due orders of one project, and the tonnes to retire for them. */
export interface PlannedRetirement extends DueProject {
  /** Grams retired earlier that cover no order yet. */
  readonly surplus: number;
  /** Whole tonnes to retire: the due grams beyond the surplus, rounded up. */
  readonly tonnes: number;
}

/** Adds up allocated credits that are in no batch, per project. Changes nothing. */
export async function planRetirements(db: Database): Promise<PlannedRetirement[]> {
  // Read before the due orders: grams that a batch takes in between then count as covered twice. Read afterwards, they
  // would be due but not covered, and somebody would retire them once more.
  const uncovered = await uncoveredGrams(db.reader);
  return (await readDue(db)).map((one) => {
    const surplus = uncovered.get(one.project) ?? 0;
    const tonnes = Math.max(0, Math.ceil((one.grams - surplus) / GRAMS_PER_CREDIT));
    return { ...one, surplus, tonnes };
  });
}
