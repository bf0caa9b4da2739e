import { returnFreeToLot } from '../allotments/return-to-lot.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { counted } from '../counted.ts';
import type { OrderContext } from '../orders/context.ts';
import { failPending } from '../orders/end/fail-pending.ts';
import { lockPortfolioTable, removePortfoliosOf } from '../projects/remove-portfolios.ts';
import { SANDBOX } from '../sandbox.ts';
import { SANDBOX_PROJECTS } from '../sandbox-projects.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';
import { MODE, ModeError, readMode } from './mode-setting.ts';
import { describeLeftovers, findLeftovers } from './sandbox-leftovers.ts';

/**
 * Refuses to prepare a database for real payments if its paid orders would pass for real ones: only orders of the
 * sandbox's merchant stay marked, and only credits of the sandbox's projects are never retired.
 * @throws ModeError if there is such an order.
 */
async function refuseOwnOrders(kysely: Database['kysely']): Promise<void> {
  // A database that takes real payments may have millions of orders.
  if ((await readMode(kysely)) !== 'sandbox') return;
  const { orders, one } = await kysely
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll<number>().as('orders'), fn.min('id').as('one')])
    .where('status', '=', 'completed')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('orders.merchant_id', '<>', SANDBOX.merchantId),
        exists(
          selectFrom('allocations')
            .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
            .select('allocations.lot')
            .whereRef('allocations.merchant_id', '=', 'orders.merchant_id')
            .whereRef('allocations.order_id', '=', 'orders.id')
            .where('credit_lots.project', 'not in', SANDBOX_PROJECTS),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  if (orders === 0) return;
  throw new ModeError(
    `This database cannot take real payments: it has ${counted(orders, 'paid order')} of other merchants or projects than the sandbox's (${one}), which nobody paid for and which would count as real. Nothing was removed. Set DATABASE_URL to another one.`,
  );
}

/**
 * Removes the data that {@link describeLeftovers} finds: deletes credentials and people, takes projects off sale and
 * their credits out of stock, fails pending orders, deletes portfolios of its projects. Settled orders and their
 * portfolios stay as a record.
 * @param by who removes them, for the audit log.
 * @returns what was removed, a line each.
 * @throws ModeError if paid orders would pass for real ones; nothing is removed then.
 */
export async function removeSandbox(context: OrderContext, by?: Actor): Promise<string[]> {
  const { db } = context;
  await refuseOwnOrders(db.kysely);
  const lines = await describeLeftovers(db);
  let removed: string[] = [];
  // Orders end first, one by one, as when they expire, which returns their credits.
  for (const key of (await findLeftovers(db.kysely)).orders)
    await inTransaction(db, (tx) => failPending(tx, context, key));
  for (const lot of (await findLeftovers(db.kysely)).lots)
    await returnFreeToLot(db, lot, Number.POSITIVE_INFINITY);
  await inTransaction(db, async (tx) => {
    await lockPortfolioTable(tx);
    const found = await findLeftovers(tx);
    await tx
      .deleteFrom('settings')
      // A database that takes real payments keeps its mode. A list must not be empty.
      .where(({ and, eb, or }) =>
        or([and({ name: MODE, value: 'sandbox' }), eb('name', 'in', ['', ...found.settings])]),
      )
      .execute();
    for (const table of ['console_links', 'console_sessions'] as const)
      await tx
        .deleteFrom(table)
        .where('person_id', 'in', ['', ...found.people])
        .execute();
    const byId = [
      ['api_keys', found.apiKeys],
      ['webhook_secrets', found.webhookSecrets],
      ['platforms', found.platforms],
      ['console_people', found.people],
    ] as const;
    for (const [table, ids] of byId)
      await tx
        .deleteFrom(table)
        .where('id', 'in', ['', ...ids])
        .execute();
    await tx.updateTable('projects').set({ active: 0 }).where('id', 'in', SANDBOX_PROJECTS).execute();
    await tx
      .updateTable('credit_lots')
      .set(({ eb }) => ({ grams_total: eb('grams_allotted', '+', eb.ref('grams_unaccounted')) }))
      .where('project', 'in', SANDBOX_PROJECTS)
      .execute();
    // Their signatures can no longer be verified, and they went to test endpoints.
    await tx
      .updateTable('deliveries')
      .set({ state: 'dead' })
      .where('merchant_id', '=', SANDBOX.merchantId)
      .where('state', '=', 'pending')
      .execute();
    // They would occupy the identifiers of real ones.
    const portfolios = await removePortfoliosOf(tx, SANDBOX_PROJECTS);
    removed = portfolios.length === 0 ? lines : [...lines, `portfolios: ${portfolios.join(', ')}`];
    if (removed.length > 0) await recordAudit(tx, by, { action: 'sandbox.removed', after: { removed } });
  });
  return removed;
}
