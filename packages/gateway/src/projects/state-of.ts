import type { Tx } from '../store/transaction.ts';

/** A project with its prices and lots, as the audit log keeps it. */
export type ProjectState = Readonly<Record<string, unknown>>;

/** Reads projects with their prices and the size of their lots. @returns by identifier; none for an unknown one. */
export async function readProjectStates(tx: Tx, ids: readonly string[]): Promise<Map<string, ProjectState>> {
  const projects = await tx.selectFrom('projects').selectAll().where('id', 'in', ids).execute();
  const prices = await tx
    .selectFrom('project_prices')
    .selectAll()
    .where('project', 'in', ids)
    .orderBy('currency')
    .orderBy('effective_from')
    .execute();
  const lots = await tx
    .selectFrom('credit_lots')
    .select(['id', 'project', 'serial_prefix', 'grams_total'])
    .where('project', 'in', ids)
    .orderBy('id')
    .execute();
  return new Map(
    projects.map((project) => [
      project.id,
      {
        ...project,
        prices: prices.filter((one) => one.project === project.id).map(({ project: _, ...price }) => price),
        lots: lots.filter((one) => one.project === project.id).map(({ project: _, ...lot }) => lot),
      },
    ]),
  );
}

/** Returns the fields that differ between two states, before and after; undefined if none does. */
export function changedFields(
  before: ProjectState | undefined,
  after: ProjectState | undefined,
): { readonly before: ProjectState; readonly after: ProjectState } | undefined {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  if (changed.length === 0) return undefined;
  const pick = (state: ProjectState | undefined): ProjectState =>
    Object.fromEntries(changed.flatMap((name) => (state && name in state ? [[name, state[name]]] : [])));
  return { before: pick(before), after: pick(after) };
}
