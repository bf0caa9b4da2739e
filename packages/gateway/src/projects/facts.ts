import type { ProjectFacts, Texts } from '@flight-offset/core';
import type { Kysely } from 'kysely';
import type { ProjectFactRow, ProjectRow, Schema } from '../store/schema.ts';

/** Reads the facts that registries state about some projects, by project; none before a public export is imported. */
export async function readFacts(
  reader: Pick<Kysely<Schema>, 'selectFrom'>,
  projects: readonly string[],
): Promise<ReadonlyMap<string, ProjectFactRow>> {
  if (projects.length === 0) return new Map();
  const rows = await reader
    .selectFrom('project_facts')
    .selectAll()
    .where('project', 'in', [...new Set(projects)])
    .execute();
  return new Map(rows.map((row) => [row.project, row]));
}

/** Parses the operator's descriptions of a project for travellers, by language. */
export function parseTexts(stored: string | null): Texts {
  return stored === null ? {} : (JSON.parse(stored) as Texts);
}

/** Returns the facts about a project that travellers see; for its years, the registry's statement takes precedence. */
export function factsJson(project: ProjectRow, stated: ProjectFactRow | undefined): ProjectFacts {
  const { descriptions, country } = project;
  const from = stated?.vintage_from ?? project.vintage_from;
  const to = stated?.vintage_to ?? project.vintage_to;
  const labelled = stated?.ccp_label_on ?? null;
  return {
    ...(descriptions !== null && { descriptions: parseTexts(descriptions) }),
    ...(country !== null && { country }),
    ...(from !== null && { vintage_from: from }),
    ...(to !== null && { vintage_to: to }),
    ...(labelled !== null && { ccp_label_on: labelled }),
  };
}
