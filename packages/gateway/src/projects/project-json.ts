import type { Project } from '@flight-offset/core';
import type { ProjectRow } from '../store/schema.ts';

/** Formats a project as the interface shows it. */
export function projectJson(row: ProjectRow): Project {
  const { name, registry, project_id, category, type, public_url } = row;
  return { name, registry, project_id, category, type, public_url };
}
