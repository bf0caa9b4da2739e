import * as z from 'zod';
import { GRAMS_PER_CREDIT } from '../units/mass.ts';
import { BATCH_TYPE, type RegistryRetirement, type RetirementBatch, retirementBatchSchema } from './batch.ts';
import { VerificationError } from './problems.ts';
import { type IssuerKeys, readSigned } from './read-signed.ts';
import { formatSerials, serialCount, serialsOverlap } from './serials.ts';

/**
 * Verifies a published batch: signature, form, and that what was retired covers the grams of its orders.
 * @throws VerificationError
 */
export async function verifyBatch(jws: string, keys: IssuerKeys): Promise<RetirementBatch> {
  const payload = await readSigned(jws, { typ: BATCH_TYPE, name: 'batch' }, keys);
  const parsed = retirementBatchSchema.safeParse(payload);
  if (!parsed.success) throw new VerificationError('batch_malformed', z.prettifyError(parsed.error));
  checkCoverage(parsed.data);
  return parsed.data;
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
 * Checks that no credit covers two of the given batches, and that no serial number stands in two retirements. The same
 * retirement may stand in several batches, each with a part of its own.
 * @throws VerificationError `serial_reused`.
 */
export function checkSerialsApart(batches: readonly RetirementBatch[]): void {
  const parts = batches.flatMap((batch) => batch.retirements.map((part): Part => ({ ...part, batch })));
  parts.forEach((one, at) => {
    ownSerialsApart(one);
    for (const other of parts.slice(at + 1)) {
      const shared = sharedSerials(one, other);
      if (shared === undefined) continue;
      const samePart = one.grams_from < other.grams_to && other.grams_from < one.grams_to;
      if (samePart || !sameRetirement(one, other)) {
        throw new VerificationError(
          'serial_reused',
          `${shared} in ${one.batch.batch} and ${other.batch.batch}.`,
        );
      }
    }
  });
}

function ownSerialsApart({ serials, batch }: Part): void {
  serials.forEach((range, at) => {
    if (serials.slice(at + 1).some((other) => serialsOverlap(range, other))) {
      throw new VerificationError('serial_reused', `${formatSerials(range)} twice in ${batch.batch}.`);
    }
  });
}

function sharedSerials(one: Part, other: Part): string | undefined {
  const registry = ({ batch }: Part): string => batch.project.registry.trim().toLowerCase();
  if (registry(one) !== registry(other)) return undefined;
  const range = one.serials.find((mine) => other.serials.some((theirs) => serialsOverlap(mine, theirs)));
  return range && formatSerials(range);
}

/** Whether two parts are of one retirement: the same tonnes under the same serial numbers, for the same project. */
function sameRetirement(one: Part, other: Part): boolean {
  const identity = ({ serials, tonnes, batch }: Part): string =>
    JSON.stringify([
      batch.iss,
      batch.project.project_id,
      tonnes,
      serials.map(({ block, first, last }) => [block.toLowerCase(), first, last]),
    ]);
  return identity(one) === identity(other);
}
