import { toBase64Url } from '../signing/bytes.ts';
import { GRAMS_PER_CREDIT } from '../units/mass.ts';
import { BATCH_TYPE, type RegistryRetirement, type RetirementBatch, retirementBatchSchema } from './batch.ts';
import { VerificationError } from './problems.ts';
import { type IssuerKeys, readSigned } from './read-signed.ts';
import { formatSerials, type SerialRange, serialCount } from './serials.ts';
import { findSharedSerials, groupsOf } from './shared-serials.ts';
import { webSha256 } from './sum-tree-hash.ts';

/**
 * Verifies a published batch: its signature, its schema, and that the retired credits cover the grams of its orders.
 * @throws VerificationError
 */
export async function verifyBatch(jws: string, keys: IssuerKeys): Promise<RetirementBatch> {
  const kind = { typ: BATCH_TYPE, name: 'batch', schema: retirementBatchSchema } as const;
  const batch = await readSigned(jws, kind, keys);
  checkCoverage(batch);
  return batch;
}

/** Identifies the document that a correction replaces: SHA-256 of the JWS in compact form, base64url. */
export async function documentHash(jws: string): Promise<string> {
  return toBase64Url(await webSha256(new TextEncoder().encode(jws.trim())));
}

/**
 * Verifies published batches, and that together they state each credit once. A document that another one corrects is
 * left out: its root is valid, but its statements about the registry were wrong.
 * @returns one document per batch.
 * @throws VerificationError
 */
export async function verifyBatches(texts: readonly string[], keys: IssuerKeys): Promise<RetirementBatch[]> {
  const documents = await Promise.all(
    [...new Set(texts.map((text) => text.trim()))].map(async (jws) => ({
      batch: await verifyBatch(jws, keys),
      hash: await documentHash(jws),
    })),
  );
  const current = groupsOf(documents, ({ batch }) => JSON.stringify([batch.iss, batch.batch])).map(
    (ofBatch) => {
      const corrected = new Set(
        ofBatch.flatMap(({ batch: { corrects = [] } }) => corrects.map(({ document }) => document)),
      );
      const [one, other] = ofBatch.filter(({ hash }) => !corrected.has(hash));
      if (!one || other || new Set(ofBatch.map(uncorrectableFields)).size > 1)
        throw new VerificationError('batch_conflict', ofBatch[0]!.batch.batch);
      return one.batch;
    },
  );
  checkSerialsApart(current);
  return current;
}

/**
 * Fields that a correction must not change: with other orders it would be another batch, whose credits were sold
 * already.
 */
function uncorrectableFields({ batch }: { readonly batch: RetirementBatch }): string {
  const { project, product, orders, grams, root, retirements } = batch;
  const parts = retirements.map(({ tonnes, grams_from, grams_to }) => [tonnes, grams_from, grams_to]);
  return JSON.stringify([project, product, orders, grams, root, parts]);
}

/**
 * Checks that the grams of a batch are covered by whole tonnes under serial numbers.
 * @throws VerificationError `serial_count`, `serial_reused` or `not_covered`.
 */
export function checkCoverage(batch: RetirementBatch): void {
  let covered = 0;
  for (const { serials, tonnes, grams_from, grams_to } of batch.retirements) {
    const credits = serials.reduce((sum, range) => sum + serialCount(range), 0);
    if (credits !== tonnes) {
      throw new VerificationError('serial_count', `${credits} serial numbers for ${tonnes} t.`);
    }
    if (grams_from >= grams_to || grams_to > tonnes * GRAMS_PER_CREDIT) {
      throw new VerificationError(
        'not_covered',
        `Grams ${grams_from} to ${grams_to} are not part of ${tonnes} t.`,
      );
    }
    covered += grams_to - grams_from;
  }
  if (!(batch.grams <= covered)) {
    throw new VerificationError('not_covered', `${batch.grams} g of orders, ${covered} g retired for them.`);
  }
  checkSerialsApart([batch]);
}

/** A part of a retirement, and the batch that it covers. */
interface Part extends RegistryRetirement {
  readonly batch: RetirementBatch;
}

/**
 * Checks that no credit covers two of the given batches, and that no serial number is in two retirements. The same
 * retirement may be in several batches, each with its own part.
 * @throws VerificationError `serial_reused`.
 */
export function checkSerialsApart(batches: readonly RetirementBatch[]): void {
  const parts = batches.flatMap((batch) => batch.retirements.map((part): Part => ({ ...part, batch })));
  for (const ofRegistry of groupsOf(parts, registryOf)) {
    const retirements = groupsOf(ofRegistry, identityOf);
    for (const ofRetirement of retirements)
      ofRetirement
        .toSorted((one, other) => one.grams_from - other.grams_from)
        .reduce((before, part) => {
          if (part.grams_from < before.grams_to) throw reusedSerialError(part.serials[0]!, before, part);
          return part;
        });
    const shared = findSharedSerials(
      retirements.flatMap(([part]) => part!.serials.map((range) => ({ ...range, part: part! }))),
    );
    if (shared) throw reusedSerialError(shared[0], shared[0].part, shared[1].part);
  }
}

function reusedSerialError(range: SerialRange, one: Part, other: Part): VerificationError {
  const where = `${one.batch.batch} and ${other.batch.batch}`;
  return new VerificationError('serial_reused', `${formatSerials(range)} in ${where}.`);
}

const registryOf = ({ batch }: Part): string => batch.project.registry.trim().toLowerCase();

/** Parts belong to one retirement if they have the same tonnes under the same serial numbers, for the same project. */
function identityOf({ serials, tonnes, batch }: Part): string {
  return JSON.stringify([
    batch.iss,
    batch.project.project_id,
    tonnes,
    serials.map(({ block, first, last }) => `${block.toLowerCase()} ${first} ${last}`).toSorted(),
  ]);
}
