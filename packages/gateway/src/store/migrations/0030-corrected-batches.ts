/** Earlier documents of corrected batches, of which others hold receipts and copies. */
export function correctedBatches(): string[] {
  return [
    `create table corrected_batches (
      batch text not null references retirement_batches(id), hash text not null, document text not null,
      reason text not null, corrected_at bigint not null, primary key (batch, hash)
    )`,
  ];
}
