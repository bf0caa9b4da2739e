/** Refunds that the provider could not make, and that were paid otherwise. */
export function refundsPaidOtherwise(): string[] {
  return ['alter table refunds add column paid_reference text'];
}
