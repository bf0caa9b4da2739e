import {
  MAX_OFFERED_PORTFOLIOS,
  MAX_PORTFOLIO_PARTS,
  parse,
  portfolioIdSchema,
  shareSchema,
  type Texts,
  textsSchema,
} from '@flight-offset/core';
import * as z from 'zod';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import type { PortfolioRow } from '../store/schema.ts';
import { locking } from '../store/sql/locking.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import type { PortfolioPart } from './portfolios.ts';

/** A portfolio cannot be created, changed or offered as requested. Nothing was stored. */
export class PortfolioError extends Error {
  override readonly name = 'PortfolioError';
  readonly code = 'portfolio_refused';
}

const newPortfolioSchema = z.object({
  id: portfolioIdSchema,
  name: z.string().trim().min(1).max(120),
  descriptions: textsSchema.optional(),
  parts: z
    .array(z.object({ project: z.string().min(1).max(64), share: shareSchema }))
    .min(1, `must name 1 to ${MAX_PORTFOLIO_PARTS} projects`)
    .max(MAX_PORTFOLIO_PARTS, `must name at most ${MAX_PORTFOLIO_PARTS} projects`),
});

/** A portfolio to create: one project, or a blend of projects in exact shares. */
export type NewPortfolio = z.input<typeof newPortfolioSchema>;

/**
 * Adds a portfolio; it is not offered yet. Its parts never change, since orders refer to them: another blend is
 * another portfolio.
 * @param by who adds it, for the audit log.
 * @throws ValidationError, PortfolioError
 */
export async function createPortfolio(
  db: Database,
  given: NewPortfolio,
  at: number,
  by?: Actor,
): Promise<void> {
  const { id, name, descriptions, parts } = parse(newPortfolioSchema, given, 'portfolio');
  await inTransaction(db, async (tx) => {
    const product = await productOfParts(tx, parts);
    const row = {
      id,
      name,
      product,
      descriptions: textsToColumn(descriptions),
      position: null,
      created_at: at,
    };
    const added = await tx
      .insertInto('portfolios')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new PortfolioError(`there is a portfolio ${id} already; its parts cannot change`);
    for (const part of parts) {
      await tx
        .insertInto('portfolio_parts')
        .values({ portfolio: id, ...part })
        .execute();
    }
    const after = { name, product, descriptions: descriptions ?? null, parts };
    await recordAudit(tx, by, { action: 'portfolio.created', subject: id, after, at });
  });
}

const textsToColumn = (texts: Texts | undefined): string | null =>
  texts === undefined ? null : JSON.stringify(texts);

/**
 * Returns the product of the parts. Certificates of fuel are never added to carbon credits, so no portfolio holds both.
 */
async function productOfParts(tx: Tx, parts: readonly PortfolioPart[]): Promise<PortfolioRow['product']> {
  const rows = await tx.selectFrom('projects').select(['id', 'product']).execute();
  const products = new Map(rows.map(({ id, product }) => [id, product]));
  const missing = parts.find(({ project }) => !products.has(project));
  if (missing)
    throw new PortfolioError(
      `there is no project ${missing.project}; see: flight-offset-gateway projects list`,
    );
  if (new Set(parts.map(({ project }) => project)).size < parts.length) {
    throw new PortfolioError('a project is named twice; name it once, with the sum of its shares');
  }
  const [product, other] = new Set(parts.map(({ project }) => products.get(project)!));
  if (other === undefined) return product!;
  throw new PortfolioError('it holds carbon credits and aviation fuel; make a portfolio of each');
}

/** Changes what travellers read about a portfolio. @throws ValidationError, PortfolioError */
export async function setPortfolio(
  db: Database,
  id: string,
  given: Pick<Partial<NewPortfolio>, 'name' | 'descriptions'>,
  by?: Actor,
): Promise<void> {
  const texts = newPortfolioSchema.pick({ name: true, descriptions: true }).partial();
  const { name, descriptions } = parse(texts, given, 'portfolio');
  if (name === undefined && descriptions === undefined)
    throw new PortfolioError('nothing to change was given');
  await inTransaction(db, async (tx) => {
    await lockPortfolios(tx);
    const before = await tx
      .selectFrom('portfolios')
      .select(['name', 'descriptions'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!before) throw unknownPortfolio(id);
    const after = {
      name: name ?? before.name,
      descriptions: descriptions === undefined ? before.descriptions : textsToColumn(descriptions),
    };
    if (after.name === before.name && after.descriptions === before.descriptions) return;
    await tx.updateTable('portfolios').set(after).where('id', '=', id).execute();
    await recordAudit(tx, by, { action: 'portfolio.changed', subject: id, before, after });
  });
}

/**
 * Offers exactly these portfolios, in this order; all others are withdrawn. Existing orders keep theirs.
 * @throws PortfolioError
 */
export async function offerPortfolios(db: Database, ids: readonly string[], by?: Actor): Promise<void> {
  if (ids.length > MAX_OFFERED_PORTFOLIOS) {
    throw new PortfolioError(
      `at most ${MAX_OFFERED_PORTFOLIOS} portfolios can be offered, not ${ids.length}`,
    );
  }
  if (new Set(ids).size < ids.length) throw new PortfolioError('a portfolio is named twice');
  await inTransaction(db, async (tx) => {
    await lockPortfolios(tx);
    const offered = await readOfferedIds(tx);
    if (offered.join() === ids.join()) return;
    await tx.updateTable('portfolios').set({ position: null }).where('position', 'is not', null).execute();
    for (const [at, id] of ids.entries()) {
      const row = await tx
        .updateTable('portfolios')
        .set({ position: at + 1 })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      if (!row) throw unknownPortfolio(id);
    }
    await recordAudit(tx, by, { action: 'portfolio.offered', before: { offered }, after: { offered: ids } });
  });
}

/** Locks all portfolios until the transaction ends, so that simultaneous changes run one after the other. */
async function lockPortfolios(tx: Tx): Promise<void> {
  await locking(tx, tx.selectFrom('portfolios').select('id').orderBy('id')).execute();
}

async function readOfferedIds(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('portfolios')
    .select('id')
    .where('position', 'is not', null)
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}

/** Withdraws a portfolio from the offer. Existing orders keep it. @throws PortfolioError */
export async function withdrawPortfolio(db: Database, id: string, by?: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockPortfolios(tx);
    const found = await tx
      .selectFrom('portfolios')
      .select('position')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) throw unknownPortfolio(id);
    if (found.position === null) return;
    await tx.updateTable('portfolios').set({ position: null }).where('id', '=', id).execute();
    await recordAudit(tx, by, { action: 'portfolio.withdrawn', subject: id });
  });
}

/** Creates the error for an unknown portfolio. */
export function unknownPortfolio(id: string): PortfolioError {
  return new PortfolioError(`there is no portfolio ${id}; see: flight-offset-gateway portfolios list`);
}
