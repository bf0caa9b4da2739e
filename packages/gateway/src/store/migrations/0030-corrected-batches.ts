/** Keeps the documents of a batch from before a correction: others hold receipts and copies of them. */
export function correctedBatches(): string[] {
  return [
    `create table corrected_batches (
      batch text not null references retirement_batches(id), hash text not null, document text not null,
      reason text not null, corrected_at bigint not null, primary key (batch, hash)
    )`,
  ];
}
