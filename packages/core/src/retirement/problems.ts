import { OffsetError } from '../errors/errors.ts';

/** Reasons to refuse a receipt or a batch: one code per kind of forgery or fault. Stable. */
export const VERIFICATION_PROBLEMS = {
  receipt_malformed: 'The receipt is not a signed receipt in this format.',
  receipt_unsigned: 'The receipt carries no signature.',
  receipt_signature: 'The receipt was changed after it was signed.',
  receipt_grams: 'The credits of the receipt do not add up to the grams of its order.',
  receipt_state: 'The receipt states a different retirement state from the one its proofs show.',
  batch_malformed: 'The batch is not a signed retirement batch in this format.',
  batch_unsigned: 'The batch carries no signature.',
  batch_signature: 'The batch was changed after it was signed.',
  batch_conflict: 'Two documents of one batch are given, and neither is a correction of the other.',
  batch_missing: 'The batch that the receipt names is not among those given.',
  key_unknown: 'The signature was made with a key that the issuer does not publish.',
  issuer_mismatch: 'The receipt and the batch have different issuers.',
  project_mismatch: 'The batch retired credits of another project.',
  serial_count: 'The number of serial numbers is not the number of tonnes.',
  serial_reused: 'The same credits appear in two retirements, or cover two batches.',
  not_covered: 'The orders of the batch hold more grams than were retired for them.',
  negative_grams: 'A leaf or a sibling has less than one gram.',
  sum_overflow: 'The grams add up to more than a tree may hold.',
  path_length: 'The path is shorter or longer than the position of the leaf requires.',
  path_side: 'A sibling is on the wrong side.',
  node_as_leaf: 'An inner node of the tree was presented as an order.',
  order_mismatch: 'The proof belongs to another order.',
  grams_mismatch: 'The grams of the order and its path do not add up to the sum of the batch.',
  root_mismatch: 'The path does not lead to the root of the batch.',
} as const;

/** Reason to refuse a receipt or a batch. */
export type VerificationProblem = keyof typeof VERIFICATION_PROBLEMS;

/** A receipt or a batch that does not prove what it states. `code` names the reason. */
export class VerificationError extends OffsetError {
  override readonly name = 'VerificationError';
  declare readonly code: VerificationProblem;

  /** @param detail what was found, after the sentence of the code; never a personal detail. */
  constructor(code: VerificationProblem, detail?: string) {
    const sentence = VERIFICATION_PROBLEMS[code];
    super(code, detail === undefined ? sentence : `${sentence} ${detail}`);
  }
}
