/**
 * Whether a value's fields are valid by themselves: only then can what they say together be judged. For `when` of a
 * refinement.
 */
export function hasNoIssues({ issues }: { readonly issues: readonly unknown[] }): boolean {
  return issues.length === 0;
}
