import type { Product } from '../offer/product.ts';
import type { RetirementBatch } from './batch.ts';
import { VerificationError } from './problems.ts';
import { type IssuerKeys, readSigned } from './read-signed.ts';
import { RECEIPT_TYPE, type ReceiptClaims, type ReceiptCredit, receiptClaimsSchema } from './receipt.ts';
import { retirementState } from './state.ts';
import { verifyBatches } from './verify-batch.ts';
import { verifyInclusion } from './verify-inclusion.ts';

/** Evidence that anyone may hold: a receipt, published batches, and the issuer's public keys. */
export interface ReceiptEvidence {
  /** The receipt, a JWS in compact form. */
  readonly receipt: string;
  /**
   * Published batches, each a JWS in compact form. The list may hold more batches than the receipt names, and earlier
   * documents of a batch together with the one that corrects them.
   */
  readonly batches: readonly string[];
  readonly keys: IssuerKeys;
}

/** A verified receipt, with its batches. */
export interface VerifiedReceipt {
  readonly claims: ReceiptClaims;
  /** Credits that are not retired yet prove nothing: only `retired` covers the whole order. */
  readonly state: ReceiptClaims['retirement_state'];
  /** The batch of each credit line, in the order of `claims.credits`; null if the credits are only allocated. */
  readonly batches: readonly (RetirementBatch | null)[];
}

/**
 * Reads a receipt whose signature is verified, without its proofs: to learn which batches to fetch.
 * @throws VerificationError
 */
export async function readReceipt(jws: string, keys: IssuerKeys): Promise<ReceiptClaims> {
  return readSigned(jws, { typ: RECEIPT_TYPE, name: 'receipt', schema: receiptClaimsSchema }, keys);
}

/**
 * Verifies, from the given evidence alone, that the order of a receipt is part of the retirements it names, and that
 * the retired credits cover every order of those batches. Uses Web Crypto only: no request is made.
 * @throws VerificationError whose `code` names what does not match.
 * @example const { state } = await verifyReceipt({ receipt, batches: [batch], keys });
 */
export async function verifyReceipt({ receipt, batches, keys }: ReceiptEvidence): Promise<VerifiedReceipt> {
  const claims = await readReceipt(receipt, keys);
  const published = await verifyBatches(batches, keys);
  checkTotals(claims);
  const proven: (RetirementBatch | null)[] = [];
  for (const credit of claims.credits) proven.push(await verifyCredit(claims, credit, published));
  return { claims, state: claims.retirement_state, batches: proven };
}

/** Each credit line is a leaf of its own, so no leaf may be counted twice. */
function checkTotals({ credits, grams, retirement_state }: ReceiptClaims): void {
  if (credits.some((credit) => credit.grams < 1)) throw new VerificationError('negative_grams');
  const sum = credits.reduce((total, credit) => total + credit.grams, 0);
  if (new Set(credits.map(productOf)).size > 1)
    throw new VerificationError('receipt_grams', 'Carbon credits and aviation fuel are never added up.');
  const leaves = credits.flatMap(({ retirement }) =>
    retirement ? [`${retirement.batch} ${retirement.index}`] : [],
  );
  if (new Set(leaves).size < leaves.length)
    throw new VerificationError('receipt_grams', 'One proof appears twice.');
  if (sum !== grams)
    throw new VerificationError('receipt_grams', `Credits of ${sum} g for an order of ${grams} g.`);
  const state = retirementState(credits);
  if (state !== retirement_state) {
    throw new VerificationError('receipt_state', `It states ${retirement_state}, the proofs show ${state}.`);
  }
}

/** Receipts and batches name no product if it is carbon credits. */
function productOf({ product = 'carbon_credits' }: { readonly product?: Product | undefined }): Product {
  return product;
}

async function verifyCredit(
  { iss, order_id }: ReceiptClaims,
  credit: ReceiptCredit,
  published: readonly RetirementBatch[],
): Promise<RetirementBatch | null> {
  const { project, grams, retirement } = credit;
  if (retirement === null) return null;
  const batch = published.find((one) => one.batch === retirement.batch);
  if (batch === undefined)
    throw new VerificationError('batch_missing', `Get ${retirement.batch} from ${iss}.`);
  if (batch.iss !== iss) throw new VerificationError('issuer_mismatch', `${iss} and ${batch.iss}.`);
  const [retired, shown] = [batch.project, project].map((one) => JSON.stringify(Object.values(one)));
  if (retired !== shown) throw new VerificationError('project_mismatch', `${retired}, not ${shown}.`);
  if (productOf(batch) !== productOf(credit)) {
    const both = `${productOf(batch)} and ${productOf(credit)}`;
    throw new VerificationError('project_mismatch', `${both} are two products.`);
  }
  await verifyInclusion({ orderId: order_id, grams }, retirement, batch);
  return batch;
}
