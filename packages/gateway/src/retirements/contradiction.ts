import type { SerialRange } from '@flight-offset/core/retirement';
import { formatSerials } from '@flight-offset/core/retirement';
import { normalizeSpelling } from '../projects/normalize-spelling.ts';
import { projectNumber } from '../projects/project-number.ts';
import type { Reads } from '../store/transaction.ts';
import { DAY_MS } from '../time-span.ts';

/** A retirement as the operator states it. */
export interface StatedRetirement {
  readonly project: string;
  readonly registry: string;
  readonly retiredOn: string;
  readonly serials: readonly SerialRange[];
}

/**
 * Compares a retirement with what its registry states in the exports that were imported.
 * @returns what the registry states differently; undefined if nothing contradicts.
 */
export async function findContradiction(
  db: Reads,
  { project, registry, retiredOn, serials }: StatedRetirement,
): Promise<string | undefined> {
  for (const range of serials) {
    const stated = await db
      .selectFrom('registry_credits')
      .selectAll()
      .where('registry', '=', normalizeSpelling(registry))
      .where('block', '=', normalizeSpelling(range.block))
      .where('first', '<=', range.last)
      .where('last', '>=', range.first)
      .orderBy('first')
      .execute();
    for (const one of stated) {
      const which = formatSerials(range);
      if (!(await areOneAtRegistry(db, one.project, project)))
        return `${which} belongs to project ${one.project}`;
      // An export from the same day may be older than the retirement.
      if (one.retired_on === null && one.exported_on > retiredOn)
        return `${which} is in circulation, by the export of ${one.exported_on}`;
      // Credits retired on another date were retired for somebody else. Time zones may differ by a day.
      if (one.retired_on !== null && Math.abs(Date.parse(one.retired_on) - Date.parse(retiredOn)) > DAY_MS)
        return `${which} was retired or cancelled on ${one.retired_on}, not ${retiredOn}, by the export of ${one.exported_on}`;
    }
  }
  return undefined;
}

/** Whether two projects of the catalogue, both of one registry, are the same project there. */
async function areOneAtRegistry(db: Reads, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const rows = await db.selectFrom('projects').select('project_id').where('id', 'in', [one, other]).execute();
  return new Set(rows.map(({ project_id }) => projectNumber(project_id))).size === 1;
}
