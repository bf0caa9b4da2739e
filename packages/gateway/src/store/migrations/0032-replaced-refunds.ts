/** Which refund that failed another took the place of: two may be paid with one transfer. */
export function replacedRefunds(): string[] {
  return ['alter table refunds add column replaces text'];
}
