/**
 * Returns the number that identifies a project within its registry: registries and catalogues write `1764`, `VCS-1764`
 * or `ACR1129`. A catalogue may have several projects of one number, such as one for each vintage.
 */
export function projectNumber(projectId: string): string {
  return /(\d+)\D*$/.exec(projectId)?.[1]?.replace(/^0+/, '') ?? projectId;
}
