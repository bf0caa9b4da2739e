import type { Selectable } from 'kysely';

/** Credits as a registry's public export states them. */
export interface RegistryCreditTable {
  project: string;
  registry: string;
  block: string;
  first: number;
  last: number;
  shown: string;
  vintage: number;
  /** Null while they are in circulation. */
  retired_on: string | null;
  ccp_label: number;
  exported_on: string;
}

/** Facts that a registry states about a project. */
export interface ProjectFactTable {
  project: string;
  country: string;
  type: string;
  vintage_from: number;
  vintage_to: number;
  /** Date of the first export that shows the Core Carbon Principles label; null without it. */
  ccp_label_on: string | null;
  exported_on: string;
}

/** Data that registries publish about projects. */
export interface RegistryTables {
  registry_credits: RegistryCreditTable;
  project_facts: ProjectFactTable;
}

/** Stored facts about a project. */
export type ProjectFactRow = Selectable<ProjectFactTable>;
