/** Refunds that were paid otherwise, because the provider could not. */
export function refundsPaidOtherwise(): string[] {
  return ['alter table refunds add column paid_reference text'];
}
