import { isDeepStrictEqual } from 'node:util';
import {
  documentHash,
  formatSerials,
  type IssuerKeys,
  MAX_NAMED,
  type RetirementBatch,
  VerificationError,
  verifyBatch,
} from '@flight-offset/core/retirement';
import type { JWK } from 'jose';
import { publicHalf } from '../credentials/receipt-keys.ts';
import type { RetirementBatchRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { describePart, signBatch } from './batch-document.ts';
import { RetirementError } from './new-retirement.ts';

/** A published batch and its document. */
export interface StatedBatch {
  readonly row: RetirementBatchRow;
  readonly document: RetirementBatch;
}

/**
 * Reads the published batches that name a retirement. Data that was changed outside the program is not signed: the
 * signature, and the rows the batch was made of, must be those that were published.
 */
export async function readBatchesNaming(
  tx: Tx,
  retirement: string,
  keys: readonly JWK[],
): Promise<StatedBatch[]> {
  const rows = await tx
    .selectFrom('retirement_batches')
    .selectAll()
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('retirement_parts').select('batch').where('retirement', '=', retirement),
    )
    .orderBy('id')
    .execute();
  const issuerKeys = { keys: keys.map(publicHalf) as IssuerKeys['keys'] };
  const stated: StatedBatch[] = [];
  for (const row of rows) {
    const damaged = (why: string): RetirementError =>
      new RetirementError(`batch ${row.id} is damaged: ${why} See: flight-offset-gateway doctor`);
    try {
      const document = await verifyBatch(row.document ?? '', issuerKeys);
      const parts = await describeParts(tx, row.id);
      if (!isDeepStrictEqual(withSortedSerials(document.retirements), withSortedSerials(parts)))
        throw damaged('Its document and its rows differ.');
      if ((document.corrects?.length ?? 0) >= MAX_NAMED)
        throw new RetirementError(
          `batch ${row.id} was corrected ${MAX_NAMED} times, which is as often as one names`,
        );
      stated.push({ row, document });
    } catch (error) {
      throw error instanceof VerificationError ? damaged(error.message) : error;
    }
  }
  return stated;
}

/**
 * Sorts ranges: documents of earlier versions, or from the other database engine, order ranges with the same first
 * number differently.
 */
function withSortedSerials(retirements: RetirementBatch['retirements']): readonly object[] {
  return retirements.map((one) => ({ ...one, serials: one.serials.map(formatSerials).toSorted() }));
}

/** Describes the retirements of a batch, according to its rows. */
async function describeParts(tx: Tx, batch: string): Promise<RetirementBatch['retirements']> {
  const parts = await tx
    .selectFrom('retirement_parts')
    .select(['retirement as id', 'grams_total', 'grams_from as from', 'grams_to as to'])
    .where('batch', '=', batch)
    .orderBy('retirement')
    .execute();
  const described: RetirementBatch['retirements'] = [];
  for (const part of parts) described.push(await describePart(tx, part));
  return described;
}

/** Reason and time of signing a batch again, and the private key of receipts. */
export interface Reissue {
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly key: JWK;
}

/** Signs a batch again, according to its rows. Its earlier document is kept. @returns the batch. */
export async function reissueBatch(
  tx: Tx,
  { row, document }: StatedBatch,
  { reason, at, key }: Reissue,
): Promise<RetirementBatchRow> {
  const before = row.document ?? '';
  const hash = await documentHash(before);
  const earlier = { document: hash, corrected_at: new Date(at).toISOString(), reason };
  const next = {
    ...document,
    retirements: await describeParts(tx, row.id),
    corrects: [...(document.corrects ?? []), earlier],
  };
  await tx
    .insertInto('corrected_batches')
    .values({ batch: row.id, hash, document: before, reason, corrected_at: at })
    .execute();
  return tx
    .updateTable('retirement_batches')
    .set({ document: await signBatch(next, key) })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
