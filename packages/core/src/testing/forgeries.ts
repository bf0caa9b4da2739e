import { BATCH_TYPE, type RegistryRetirement, type RetirementBatch } from '../retirement/batch.ts';
import { formatStep, parseStep } from '../retirement/path.ts';
import type { VerificationProblem } from '../retirement/problems.ts';
import { type InclusionProof, RECEIPT_TYPE, type ReceiptClaims } from '../retirement/receipt.ts';
import { sumTreePath, sumTreeRoot } from '../retirement/sum-tree.ts';
import type { ReceiptEvidence } from '../retirement/verify-receipt.ts';
import { toBase64Url } from '../signing/bytes.ts';
import { correctionsOf, makeRetirement, signForTest, TEST_ISSUER_KEY } from './retirement.ts';

/** A key pair of RFC 8032 section 7.1 (test 2): not the issuer's. */
const OTHER_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw',
  d: 'TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs',
};

/** Evidence that must be refused, and the code of the refusal. */
export interface Forgery {
  readonly name: string;
  readonly code: VerificationProblem;
  readonly evidence: ReceiptEvidence;
}

/**
 * Parts of the valid evidence that a forgery changes. Everything is signed again, unless the forgery says otherwise.
 */
interface Change {
  readonly claims?: Partial<ReceiptClaims>;
  readonly grams?: number;
  readonly proof?: Partial<InclusionProof>;
  readonly batch?: Partial<RetirementBatch>;
  readonly retirement?: Partial<RegistryRetirement>;
  /** Changes the signed texts themselves. */
  readonly text?: (evidence: ReceiptEvidence) => ReceiptEvidence | Promise<ReceiptEvidence>;
}

/** Gives another batch beside those of the evidence. */
function withExtraBatch(make: (evidence: ReceiptEvidence) => Promise<string>): Change {
  return { text: async (made) => ({ ...made, batches: [...made.batches, await make(made)] }) };
}

/** Grams of the orders of the batch: five, so that one node has no partner on two levels. */
const GRAMS = [1_146_000, 250_000, 73_500, 1_146_000, 1];

function changePayload(jws: string, change: (text: string) => string): string {
  const [header, payload = '', signature] = jws.split('.');
  const text = new TextDecoder().decode(
    Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)),
  );
  return [header, toBase64Url(new TextEncoder().encode(change(text))), signature].join('.');
}

/**
 * Forgeries of a receipt or its batch. Most are signed with the issuer's own key: the proofs must hold against a
 * dishonest issuer too.
 */
export async function makeForgeries(): Promise<{
  readonly sound: ReceiptEvidence;
  /** Evidence with a second document that corrects the first. */
  readonly corrected: ReceiptEvidence;
  readonly forgeries: Forgery[];
}> {
  const { batch, receipts, leaves, keys } = await makeRetirement(GRAMS);
  const next = await makeRetirement([400_000, 600_000], 'b');
  const claims = receipts[0] as ReceiptClaims;
  const proofOf = (at: number): InclusionProof => receipts[at]?.credits[0]?.retirement as InclusionProof;
  const own = proofOf(0);
  const [retired] = batch.retirements as [RegistryRetirement];
  const withGrams = (step: string | undefined, grams: number): string => {
    const { side, sibling } = parseStep(step ?? '') ?? { side: 'R', sibling: { hash: new Uint8Array(32) } };
    return formatStep({ side, sibling: { hash: sibling.hash, grams } });
  };
  const pair = await sumTreeRoot(leaves.slice(0, 2));
  const inner = {
    order: toBase64Url(pair.hash),
    path: (await sumTreePath(leaves, 0)).slice(1).map(formatStep),
  };
  const nextSigned = (change: Partial<RetirementBatch>): Promise<string> =>
    signForTest({ ...next.batch, ...change }, BATCH_TYPE);

  async function evidence(change: Change): Promise<ReceiptEvidence> {
    const [credit] = claims.credits;
    const grams = change.grams ?? claims.grams;
    const credits = [{ ...credit, grams, retirement: { ...own, ...change.proof } }];
    const made = {
      receipt: await signForTest({ ...claims, grams, credits, ...change.claims }, RECEIPT_TYPE),
      batches: [
        await signForTest(
          { ...batch, retirements: [{ ...retired, ...change.retirement }], ...change.batch },
          BATCH_TYPE,
        ),
      ],
      keys,
    };
    return change.text?.(made) ?? made;
  }

  const table: [name: string, code: VerificationProblem, change: Change][] = [
    ['grams changed in the order and its proof', 'grams_mismatch', { grams: 2_146_000 }],
    [
      'grams moved from a sibling to the order',
      'root_mismatch',
      {
        grams: 1_146_001,
        proof: { path: own.path.map((step, at) => (at === 0 ? withGrams(step, 249_999) : step)) },
      },
    ],
    [
      'grams changed after signing',
      'receipt_signature',
      {
        text: (made) => ({
          ...made,
          receipt: changePayload(made.receipt, (text) => text.replaceAll('1146000', '1146001')),
        }),
      },
    ],
    ['proof of another order of the same grams', 'order_mismatch', { proof: proofOf(3) }],
    ['path of another order', 'root_mismatch', { proof: { index: 3, path: proofOf(3).path } }],
    ['root of another batch', 'root_mismatch', { batch: { root: next.batch.root } }],
    [
      'another batch in place of the one named',
      'batch_missing',
      { text: async (made) => ({ ...made, batches: [await nextSigned({})] }) },
    ],
    [
      'serial numbers of another batch',
      'serial_reused',
      withExtraBatch(() =>
        nextSigned({
          retirements: [
            {
              ...(next.batch.retirements[0] as RegistryRetirement),
              serials: [{ ...retired.serials[0]!, last: 1 }],
            },
          ],
        }),
      ),
    ],
    [
      'serial numbers of another batch, as a range over another of their numbers',
      'serial_reused',
      withExtraBatch(() =>
        nextSigned({
          retirements: [
            {
              ...(next.batch.retirements[0] as RegistryRetirement),
              serials: [
                {
                  block: retired.serials[0]!.block.replace('*', '1').replace('1764', '*'),
                  first: 1764,
                  last: 1764,
                },
              ],
            },
          ],
        }),
      ),
    ],
    [
      'the same part of a retirement for two batches',
      'serial_reused',
      withExtraBatch(() =>
        nextSigned({ retirements: [{ ...retired, grams_from: 2_000_000, grams_to: 3_000_000 }] }),
      ),
    ],
    [
      'two documents of one batch, of which neither corrects the other',
      'batch_conflict',
      withExtraBatch(() =>
        signForTest({ ...batch, retirements: [{ ...retired, date: '2026-03-30' }] }, BATCH_TYPE),
      ),
    ],
    [
      'a correction that has other orders',
      'batch_conflict',
      withExtraBatch(async (made) =>
        signForTest(
          { ...batch, root: next.batch.root, corrects: await correctionsOf(made.batches[0]!) },
          BATCH_TYPE,
        ),
      ),
    ],
    [
      'a correction that has another part of a retirement',
      'batch_conflict',
      withExtraBatch(async (made) => {
        const corrects = await correctionsOf(made.batches[0]!);
        const retirements = [{ ...retired, grams_from: 1, grams_to: retired.grams_to + 1 }];
        return signForTest({ ...batch, retirements, corrects }, BATCH_TYPE);
      }),
    ],
    [
      'serial numbers of another batch, which states to correct this one',
      'serial_reused',
      withExtraBatch(async (made) =>
        nextSigned({
          retirements: [{ ...retired, grams_from: 0, grams_to: 3_000_000 }],
          corrects: await correctionsOf(made.batches[0]!),
        }),
      ),
    ],
    ['more serial numbers than tonnes', 'serial_count', { retirement: { tonnes: 2, grams_to: 2_000_000 } }],
    ['negative order', 'negative_grams', { grams: -1 }],
    [
      'negative sibling',
      'negative_grams',
      { proof: { path: own.path.map((step, at) => (at === 1 ? withGrams(step, -1_000_000) : step)) } },
    ],
    [
      'sum beyond what a tree holds',
      'sum_overflow',
      { proof: { path: own.path.map((step) => withGrams(step, Number.MAX_SAFE_INTEGER)) } },
    ],
    ['truncated path', 'path_length', { proof: { path: own.path.slice(0, -1) } }],
    ['extended path', 'path_length', { proof: { path: [...own.path, ...own.path.slice(-1)] } }],
    ['position beyond the batch', 'path_length', { proof: { index: GRAMS.length } }],
    [
      'swapped siblings',
      'path_side',
      { proof: { path: own.path.map((step, at) => (at === 0 ? step.replace('R', 'L') : step)) } },
    ],
    ['inner node as an order', 'node_as_leaf', { grams: pair.grams, proof: inner }],
    [
      'key that the issuer does not publish',
      'key_unknown',
      {
        text: async (made) => ({
          ...made,
          receipt: await signForTest(claims, RECEIPT_TYPE, { ...OTHER_KEY, kid: 'other' }),
        }),
      },
    ],
    [
      "another key under the name of the issuer's",
      'batch_signature',
      {
        text: async (made) => ({
          ...made,
          batches: [await signForTest(batch, BATCH_TYPE, { ...OTHER_KEY, kid: TEST_ISSUER_KEY.kid })],
        }),
      },
    ],
    [
      'sum above the tonnes',
      'not_covered',
      { retirement: { serials: [{ ...retired.serials[0]!, last: 2 }], tonnes: 2, grams_to: 2_000_000 } },
    ],
    ['part beyond the tonnes', 'not_covered', { retirement: { grams_to: 3_000_001 } }],
    [
      'signature of the batch stripped',
      'batch_unsigned',
      { text: (made) => ({ ...made, batches: made.batches.map((jws) => jws.replace(/[^.]*$/, '')) }) },
    ],
    [
      'batch as plain JSON',
      'batch_unsigned',
      { text: (made) => ({ ...made, batches: [JSON.stringify(batch)] }) },
    ],
    [
      'signature of the receipt stripped',
      'receipt_unsigned',
      { text: (made) => ({ ...made, receipt: made.receipt.replace(/[^.]*$/, '') }) },
    ],
    [
      'receipt in place of a batch',
      'batch_malformed',
      { text: (made) => ({ ...made, batches: [made.receipt] }) },
    ],
    ['fuel in place of credits', 'project_mismatch', { batch: { product: 'aviation_fuel' } }],
    [
      'fuel added up with credits',
      'receipt_grams',
      {
        claims: {
          grams: claims.grams + 1,
          retirement_state: 'partly_retired',
          credits: [
            ...claims.credits,
            { project: next.batch.project, product: 'aviation_fuel', grams: 1, retirement: null },
          ],
        },
      },
    ],
    ['batch of another issuer', 'issuer_mismatch', { batch: { iss: 'https://other.example' } }],
    [
      'batch of another project',
      'project_mismatch',
      { batch: { project: { ...batch.project, project_id: 'VCS-1' } } },
    ],
    [
      'one proof for two credits',
      'receipt_grams',
      { claims: { grams: 2_292_000, credits: [...claims.credits, ...claims.credits] } },
    ],
    [
      'retired in words only',
      'receipt_state',
      { claims: { credits: [{ ...claims.credits[0]!, retirement: null }] } },
    ],
  ];
  const sound = await evidence({});
  const serials = [{ ...retired.serials[0]!, block: 'VCS-1764-c-*' }];
  const correction = {
    ...batch,
    retirements: [{ ...retired, serials }],
    corrects: await correctionsOf(...sound.batches),
  };
  const batches = [...sound.batches, await signForTest(correction, BATCH_TYPE)];
  const forgeries: Forgery[] = [];
  for (const [name, code, change] of table) forgeries.push({ name, code, evidence: await evidence(change) });
  return { sound, corrected: { ...sound, batches }, forgeries };
}
