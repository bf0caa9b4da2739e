import { fromBase64Url, toBase64Url } from '../signing/bytes.ts';
import type { RetirementBatch } from './batch.ts';
import { followPath, type PathStep, parseStep, pathGrams } from './path.ts';
import { VerificationError } from './problems.ts';
import type { InclusionProof } from './receipt.ts';
import { hashLeaf, hashOrder, type SumNode, webSha256 } from './sum-tree-hash.ts';
import { siblingSides } from './tree-shape.ts';

/** An order in a batch: its identifier and grams. */
export interface ProvenOrder {
  readonly orderId: string;
  /** Grams of the batch's project that belong to the order. */
  readonly grams: number;
}

/**
 * Verifies that an order with these grams is part of a batch whose own signature and coverage were verified.
 * @throws VerificationError that names what does not match.
 */
export async function verifyInclusion(
  { orderId, grams }: ProvenOrder,
  proof: InclusionProof,
  batch: Pick<RetirementBatch, 'batch' | 'orders' | 'grams' | 'root'>,
): Promise<void> {
  if (proof.batch !== batch.batch) {
    throw new VerificationError('batch_missing', `Wanted ${proof.batch}, given ${batch.batch}.`);
  }
  const path = readPath(proof);
  if (!(grams >= 1) || path.some(({ sibling }) => sibling.grams < 1)) {
    throw new VerificationError('negative_grams');
  }
  const sum = Number.isSafeInteger(grams) ? pathGrams(grams, path) : undefined;
  if (sum === undefined) throw new VerificationError('sum_overflow');
  const order = bytesOf(proof.order);
  if (isRoot(batch.root, await followPath({ hash: order, grams }, path))) {
    throw new VerificationError('node_as_leaf');
  }
  checkShape(proof.index, batch.orders, path);
  if (toBase64Url(await hashOrder(orderId, bytesOf(proof.salt), webSha256)) !== proof.order) {
    throw new VerificationError('order_mismatch');
  }
  if (sum !== batch.grams) {
    throw new VerificationError(
      'grams_mismatch',
      `They add up to ${sum} g, the batch holds ${batch.grams} g.`,
    );
  }
  if (!isRoot(batch.root, await followPath(await hashLeaf(order, grams, webSha256), path))) {
    throw new VerificationError('root_mismatch');
  }
}

function isRoot(root: string, node: SumNode | undefined): boolean {
  return node !== undefined && toBase64Url(node.hash) === root;
}

function readPath({ path }: InclusionProof): PathStep[] {
  return path.map((text, at) => {
    const step = parseStep(text);
    if (step === undefined) throw new VerificationError('receipt_malformed', `Step ${at} of the path.`);
    return step;
  });
}

function bytesOf(text: string): Uint8Array {
  const bytes = fromBase64Url(text);
  if (bytes === undefined)
    throw new VerificationError('receipt_malformed', 'A hash or a salt is not base64url.');
  return bytes;
}

/** The position of a leaf determines the length of its path and the side of each sibling. */
function checkShape(index: number, leaves: number, path: readonly PathStep[]): void {
  if (index >= leaves) {
    throw new VerificationError('path_length', `The batch of ${leaves} orders has no position ${index}.`);
  }
  const sides = siblingSides(index, leaves);
  if (sides.length !== path.length) {
    throw new VerificationError(
      'path_length',
      `It has ${path.length} steps, position ${index} has ${sides.length}.`,
    );
  }
  if (path.some(({ side }, at) => side !== sides[at])) throw new VerificationError('path_side');
}
