/** Credits of the catalogue's projects, from the public exports of registries. */
const REGISTRY_CREDITS = `
create table registry_credits (
  project text not null references projects(id), registry text not null, block text not null,
  first bigint not null, last bigint not null, shown text not null, vintage bigint not null,
  retired_on text, ccp_label bigint not null, exported_on text not null,
  primary key (registry, block, first), check (first <= last)
);
create index registry_credits_project on registry_credits (project);
create table project_facts (
  project text primary key references projects(id), country text not null, type text not null,
  vintage_from bigint not null, vintage_to bigint not null,
  ccp_label_on text, exported_on text not null
)`;

/** Registries' own records beside the operator's. */
export function registryCredits(): string[] {
  return REGISTRY_CREDITS.split(';').map((statement) => statement.trim());
}
