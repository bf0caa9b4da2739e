import { sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { engineOf } from '../store/engine-of.ts';
import { limitTableWait } from '../store/sql/limit-table-wait.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { PortfolioError, unknownPortfolio } from './manage-portfolios.ts';
import type { PortfolioPart } from './portfolios.ts';

/**
 * Removes a portfolio that is not offered and that no order bought.
 * @throws PortfolioError; PostgreSQL's error 55P03 if the table could not be locked in time, for example during a
 * backup.
 */
export async function removePortfolio(db: Database, id: string, by?: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockPortfolioTable(tx);
    const found = await tx
      .selectFrom('portfolios')
      .select(['name', 'product', 'position'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) throw unknownPortfolio(id);
    const { position, ...before } = found;
    if (position !== null)
      throw new PortfolioError(
        `${id} is offered; run first: flight-offset-gateway portfolios withdraw ${id}`,
      );
    const order = await findOrderOfPortfolio(tx, id);
    if (order !== undefined) throw new PortfolioError(`${id} stays: order ${order} uses it`);
    const parts = await deletePortfolio(tx, id);
    await recordAudit(tx, by, { action: 'portfolio.removed', subject: id, before: { ...before, parts } });
  });
}

/**
 * Locks the portfolios until the transaction ends, after all transactions that have read them: an order uses the offer
 * that its transaction read, and is found only once it is stored. Call it before holding any row that such an order
 * waits for.
 */
export async function lockPortfolioTable(tx: Tx): Promise<void> {
  // SQLite has one writer at a time.
  if (engineOf(tx) !== 'postgres') return;
  await limitTableWait(tx);
  await sql`lock table portfolios in access exclusive mode`.execute(tx);
}

async function findOrderOfPortfolio(tx: Tx, portfolio: string): Promise<string | undefined> {
  const orders = tx.selectFrom('orders').select('id').where('portfolio', '=', portfolio).limit(1);
  return (await orders.executeTakeFirst())?.id;
}

/** Deletes a portfolio. @returns its parts. */
async function deletePortfolio(tx: Tx, id: string): Promise<PortfolioPart[]> {
  const parts = await tx
    .deleteFrom('portfolio_parts')
    .where('portfolio', '=', id)
    .returning(['project', 'share'])
    .execute();
  await tx.deleteFrom('portfolios').where('id', '=', id).execute();
  return parts;
}

/**
 * Removes portfolios that contain any of some projects; those that an order bought are withdrawn instead.
 * @param tx holds the portfolios: see {@link lockPortfolioTable}.
 * @returns the identifiers of both.
 */
export async function removePortfoliosOf(tx: Tx, projects: readonly string[]): Promise<string[]> {
  const found = await tx
    .selectFrom('portfolios')
    .select(['id', 'position'])
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('portfolio_parts').select('portfolio').where('project', 'in', projects),
    )
    .orderBy('id')
    .execute();
  const gone: string[] = [];
  for (const { id, position } of found) {
    const isOrdered = (await findOrderOfPortfolio(tx, id)) !== undefined;
    if (isOrdered) await tx.updateTable('portfolios').set({ position: null }).where('id', '=', id).execute();
    else await deletePortfolio(tx, id);
    if (!isOrdered || position !== null) gone.push(id);
  }
  return gone;
}
