/**
 * `@flight-offset/core/retirement`: proof that an order is part of a retirement. Builds and verifies Merkle sum trees,
 * retirement batches and receipts; runs in browsers too.
 */
export {
  BATCH_FORMAT,
  BATCH_TYPE,
  MAX_NAMED,
  MAX_REASON_LENGTH,
  MAX_URL_LENGTH,
  type RegistryRetirement,
  type RetirementBatch,
  retirementBatchSchema,
} from './batch.ts';
export { formatStep, type PathStep, parseStep } from './path.ts';
export { VERIFICATION_PROBLEMS, VerificationError, type VerificationProblem } from './problems.ts';
export { type IssuerKeys, issuerKeysSchema, MAX_SIGNED_LENGTH } from './read-signed.ts';
export {
  type InclusionProof,
  RECEIPT_TYPE,
  type ReceiptClaims,
  type ReceiptCredit,
  receiptClaimsSchema,
} from './receipt.ts';
export {
  formatSerials,
  parseSerials,
  type SerialRange,
  serialCount,
  serialRangeSchema,
  serialsOverlap,
} from './serials.ts';
export { RETIREMENT_STATES, type RetirementState, retirementState } from './state.ts';
export { SumTreeError, sumTreePath, sumTreeRoot } from './sum-tree.ts';
export {
  hashLeaf,
  hashOrder,
  MAX_SUM,
  SALT_BYTES,
  type Sha256,
  type SumNode,
  webSha256,
} from './sum-tree-hash.ts';
export {
  checkCoverage,
  checkSerialsApart,
  documentHash,
  verifyBatch,
  verifyBatches,
} from './verify-batch.ts';
export { type ProvenOrder, verifyInclusion } from './verify-inclusion.ts';
export { type ReceiptEvidence, readReceipt, type VerifiedReceipt, verifyReceipt } from './verify-receipt.ts';
