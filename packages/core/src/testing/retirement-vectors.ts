import { BATCH_FORMAT } from '../retirement/batch.ts';
import { formatStep } from '../retirement/path.ts';
import type { VerificationProblem } from '../retirement/problems.ts';
import type { IssuerKeys } from '../retirement/read-signed.ts';
import { sumTreePath, sumTreeRoot } from '../retirement/sum-tree.ts';
import type { ReceiptEvidence } from '../retirement/verify-receipt.ts';
import { toBase64Url } from '../signing/bytes.ts';
import { makeForgeries } from './forgeries.ts';
import { makeRetirement } from './retirement.ts';

/** Vectors for other implementations of the format. Hashes and salts are in base64url. */
export interface RetirementVectors {
  readonly format: string;
  readonly leaves: readonly {
    readonly order_id: string;
    readonly salt: string;
    readonly order: string;
    readonly grams: number;
    readonly leaf: string;
  }[];
  /** The tree over the first leaves, for each number of them; a path for every leaf. */
  readonly trees: readonly {
    readonly leaves: number;
    readonly root: string;
    readonly grams: number;
    readonly paths: readonly (readonly string[])[];
  }[];
  readonly keys: IssuerKeys;
  /** Evidence that verifies. */
  readonly sound: Omit<ReceiptEvidence, 'keys'>;
  /** Evidence that verifies, by the document that corrects the first. */
  readonly corrected: Omit<ReceiptEvidence, 'keys'>;
  /** Evidence that must be refused with the code. */
  readonly forgeries: readonly (Omit<ReceiptEvidence, 'keys'> & {
    readonly name: string;
    readonly code: VerificationProblem;
  })[];
}

const GRAMS = [1_146_000, 250_000, 73_500, 1_146_000, 1, 999_999_999_999, 4_503_599_627_370_496];

/** The vectors, from the implementation here; a test compares them with one of its own. */
export async function retirementVectors(): Promise<RetirementVectors> {
  const { orders, leaves } = await makeRetirement(GRAMS, 'v');
  const trees = [];
  for (let size = 1; size <= leaves.length; size += 1) {
    const some = leaves.slice(0, size);
    const { hash, grams } = await sumTreeRoot(some);
    const paths = await Promise.all(some.map((_, index) => sumTreePath(some, index)));
    trees.push({
      leaves: size,
      root: toBase64Url(hash),
      grams,
      paths: paths.map((path) => path.map(formatStep)),
    });
  }
  const { sound, corrected, forgeries } = await makeForgeries();
  const shown = ({ receipt, batches }: ReceiptEvidence): Omit<ReceiptEvidence, 'keys'> => ({
    receipt,
    batches,
  });
  return {
    format: BATCH_FORMAT,
    leaves: orders.map(({ orderId, salt, hash, grams }, at) => ({
      order_id: orderId,
      salt: toBase64Url(salt),
      order: toBase64Url(hash),
      grams,
      leaf: toBase64Url(leaves[at]?.hash ?? hash),
    })),
    trees,
    keys: sound.keys,
    sound: shown(sound),
    corrected: shown(corrected),
    forgeries: forgeries.map(({ name, code, evidence }) => ({ name, code, ...shown(evidence) })),
  };
}
