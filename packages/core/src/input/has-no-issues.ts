/**
 * Whether each field of a value is valid by itself: only then can the fields be checked against each other. For `when`
 * of a refinement.
 */
export function hasNoIssues({ issues }: { readonly issues: readonly unknown[] }): boolean {
  return issues.length === 0;
}
