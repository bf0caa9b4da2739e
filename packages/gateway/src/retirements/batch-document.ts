import { projectSchema } from '@flight-offset/core';
import {
  BATCH_FORMAT,
  BATCH_TYPE,
  checkCoverage,
  MAX_SIGNED_LENGTH,
  type RegistryRetirement,
  type RetirementBatch,
  retirementBatchSchema,
  type SumNode,
} from '@flight-offset/core/retirement';
import { CompactSign, importJWK, type JWK } from 'jose';
import { allEnded } from '../store/all-ended.ts';
import type { RetirementBatchRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { RetirementError } from './new-retirement.ts';
import { enteredRange, readSerialsOf } from './serial-ledger.ts';
import type { Remainder } from './surplus.ts';

/** Maximum size of a signed batch besides its retirements, characters. */
const REST = 12_000;

/** Issuer of a batch, and its clock. */
export interface Issuer {
  /** Address of the gateway: the issuer of its batches. */
  readonly publicUrl: string;
  readonly now: () => number;
  readonly sandbox: boolean;
}

/** The part of a retirement from gram `from` to gram `to`, for a batch; not yet stored. */
export interface Part extends Remainder {
  readonly to: number;
}

/** Contents of a batch document. */
interface BatchContents {
  readonly batch: RetirementBatchRow;
  readonly parts: readonly Part[];
  readonly root: SumNode;
}

/**
 * Describes a batch, for anyone who verifies it.
 * @throws RangeError if its leaves do not add up to its grams; VerificationError if its parts do not cover these grams.
 */
export async function describeBatch(
  tx: Tx,
  { publicUrl, now, sandbox }: Issuer,
  { batch, parts, root }: BatchContents,
): Promise<RetirementBatch> {
  if (root.grams !== batch.grams) throw new RangeError(`batch ${batch.id} does not add up`);
  const project = await tx
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', batch.project)
    .executeTakeFirstOrThrow();
  const document = retirementBatchSchema.parse({
    format: BATCH_FORMAT,
    iss: publicUrl,
    batch: batch.id,
    published_at: new Date(now()).toISOString(),
    project: projectSchema.pick({ name: true, registry: true, project_id: true }).parse(project),
    ...(project.product !== 'carbon_credits' && { product: project.product }),
    retirements: await allEnded(...parts.map((part) => describePart(tx, part))),
    orders: batch.orders,
    grams: batch.grams,
    root: Buffer.from(root.hash).toString('base64url'),
    ...(sandbox && { sandbox }),
  });
  checkCoverage(document);
  return document;
}

/** Describes a part of a retirement, as the batch that it covers states it. */
export async function describePart(tx: Tx, { id, from, to }: Part): Promise<RegistryRetirement> {
  const { tonnes, retired_on, url, certificate_sha256 } = await tx
    .selectFrom('retirements')
    .select(['tonnes', 'retired_on', 'url', 'certificate_sha256'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const serials = await readSerialsOf(tx, id);
  return {
    serials: serials.map(enteredRange),
    tonnes,
    date: retired_on,
    url,
    ...(certificate_sha256 !== null && { certificate_sha256 }),
    grams_from: from,
    grams_to: to,
  };
}

/** Whether a batch that names all of these would be longer than a verifier reads, even without any order. */
export async function isTooLong(tx: Tx, remainders: readonly Remainder[]): Promise<boolean> {
  let bytes = 0;
  for (const one of remainders)
    bytes += Buffer.byteLength(JSON.stringify(await describePart(tx, { ...one, to: one.grams_total })));
  return (bytes * 4) / 3 > MAX_SIGNED_LENGTH - REST;
}

/**
 * Signs a batch as a compact JWS.
 * @param key the newest private key of receipts.
 * @throws RetirementError if the batch is longer than a verifier reads.
 */
export async function signBatch(document: RetirementBatch, key: JWK): Promise<string> {
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(document)))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid ?? '', typ: BATCH_TYPE })
    .sign(await importJWK(key, 'EdDSA'));
  if (jws.length <= MAX_SIGNED_LENGTH) return jws;
  throw new RetirementError(
    `batch ${document.batch} would have ${jws.length} characters, and verifiers read ${MAX_SIGNED_LENGTH}; state fewer ranges, or a shorter reason`,
  );
}
