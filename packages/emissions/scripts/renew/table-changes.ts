import type { Table } from './tables.ts';

/** Changed rows of one table. */
export interface TableChanges {
  readonly name: string;
  readonly rows: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly row: string; readonly before: string; readonly after: string }[];
}

function changesOf(name: string, before: Table, after: Table): TableChanges {
  const added: string[] = [];
  const changed: { row: string; before: string; after: string }[] = [];
  for (const [row, value] of after) {
    const old = before.get(row);
    if (old === undefined) added.push(row);
    else if (old !== value) changed.push({ row, before: old, after: value });
  }
  const removed = [...before.keys()].filter((row) => !after.has(row));
  return { name, rows: after.size, added, removed, changed };
}

/** Returns the changes, table by table; a new or removed table counts as empty on the other side. */
export function tableChanges(
  before: ReadonlyMap<string, Table>,
  after: ReadonlyMap<string, Table>,
): TableChanges[] {
  const empty: Table = new Map();
  return [...new Set([...before.keys(), ...after.keys()])].map((name) =>
    changesOf(name, before.get(name) ?? empty, after.get(name) ?? empty),
  );
}
