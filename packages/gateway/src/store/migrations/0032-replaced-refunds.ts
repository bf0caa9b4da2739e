/** The failed refund that another one replaces: two may be paid with one transfer. */
export function replacedRefunds(): string[] {
  return ['alter table refunds add column replaces text'];
}
