import { giveUpFree } from '../allotments/give-up.ts';
import { readLotUse } from '../allotments/lot-use.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { counted } from '../counted.ts';
import { keyIdOf, sealedUnder } from '../credentials/seal.ts';
import type { OrderContext } from '../orders/context.ts';
import { failPending } from '../orders/end/fail-pending.ts';
import type { OrderKey } from '../orders/end/lock-orders.ts';
import { holdPortfoliosAlone, removePortfoliosOf } from '../projects/remove-portfolios.ts';
import { SANDBOX, SANDBOX_MASTER_KEY } from '../sandbox.ts';
import { SANDBOX_PROJECTS } from '../sandbox-projects.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { MODE, ModeError, readMode } from './mode-setting.ts';

const PUBLIC_KEY_ID = keyIdOf(SANDBOX_MASTER_KEY);

/** What a database holds that everyone knows, or that is worth nothing. */
interface Leftovers {
  /** Of the sandbox's merchant, sealed under the sandbox's master key, or made at the console of the sandbox. */
  readonly apiKeys: readonly string[];
  readonly webhookSecrets: readonly string[];
  /** Other secrets sealed under the sandbox's master key. */
  readonly settings: readonly string[];
  readonly platforms: readonly string[];
  /** As whom anybody opened the console of the sandbox, and whom they invited there. */
  readonly people: readonly string[];
  /** Still on sale. */
  readonly projects: readonly string[];
  /** With credits left. */
  readonly lots: readonly string[];
  /** Pending orders which hold credits of the sandbox. */
  readonly orders: readonly OrderKey[];
  /** What the database is used for, where that is the sandbox: one that starts just now has nothing else in it yet. */
  readonly mode: readonly string[];
}

interface StoredSecret {
  readonly id: string;
  readonly merchant_id: string;
  readonly sealed: string | null;
}

/** Identifiers of what was made or changed at the console of a sandbox, which anybody may open. */
async function madeByAnybody(tx: Tx | Database['kysely']): Promise<Set<string>> {
  const entries = await tx
    .selectFrom('audit_log')
    .select('subject')
    .where('channel', '=', 'console')
    .execute();
  const people = await tx
    .selectFrom('console_people')
    .select('id')
    .where('id', 'like', 'sandbox-%')
    .execute();
  return new Set([...entries.map(({ subject }) => subject), ...people.map(({ id }) => id)]);
}

async function find(tx: Tx | Database['kysely']): Promise<Leftovers> {
  const { merchantId } = SANDBOX;
  const mode = await readMode(tx);
  const made = mode === 'sandbox' ? await madeByAnybody(tx) : new Set<string>();
  const isPublic = ({ id, merchant_id, sealed }: StoredSecret): boolean =>
    merchant_id === merchantId || (sealed !== null && sealedUnder(sealed) === PUBLIC_KEY_ID) || made.has(id);
  const [keys, secrets, settings, platforms, people, projects, lots, orders] = await Promise.all([
    tx.selectFrom('api_keys').select(['id', 'merchant_id', 'sealed_secret as sealed']).execute(),
    tx.selectFrom('webhook_secrets').select(['id', 'merchant_id', 'sealed_secret as sealed']).execute(),
    tx.selectFrom('settings').selectAll().where('name', 'like', 'sealed:%').execute(),
    tx.selectFrom('platforms').select('id').where('merchant_id', '=', merchantId).execute(),
    tx
      .selectFrom('console_people')
      .select('id')
      .where('id', 'in', ['', ...made])
      .execute(),
    tx
      .selectFrom('projects')
      .select('id')
      .where('id', 'in', SANDBOX_PROJECTS)
      .where('active', '=', 1)
      .execute(),
    readLotUse(tx),
    tx
      .selectFrom('orders')
      .select(['id', 'merchant_id'])
      .where('project', 'in', SANDBOX_PROJECTS)
      .where('status', '=', 'pending')
      .execute(),
  ]);
  const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
  return {
    apiKeys: ids(keys.filter(isPublic)),
    webhookSecrets: ids(secrets.filter(isPublic)),
    settings: settings.filter(({ value }) => sealedUnder(value) === PUBLIC_KEY_ID).map(({ name }) => name),
    platforms: ids(platforms),
    people: ids(people),
    projects: ids(projects),
    lots: ids(
      lots.filter(
        ({ project, free, reserved }) => SANDBOX_PROJECTS.some((id) => id === project) && free + reserved > 0,
      ),
    ),
    orders,
    mode: mode === 'sandbox' ? [mode] : [],
  };
}

/** What of the sandbox is in a database, a line each with its identifiers; none where it may take real payments. */
export async function sandboxLeftovers({ kysely }: Pick<Database, 'kysely'>): Promise<string[]> {
  const found = await find(kysely);
  const lines: readonly [what: string, ids: readonly string[]][] = [
    ['API keys', found.apiKeys],
    ['webhook secrets', found.webhookSecrets],
    ['other secrets under the public master key of the sandbox', found.settings],
    ['platforms', found.platforms],
    ['people of the console', found.people],
    ['projects on sale', found.projects],
    ['lots with credits', found.lots],
    ['pending orders for its credits', found.orders.map(({ id }) => id)],
    ['mode', found.mode],
  ];
  return lines.flatMap(([what, ids]) => (ids.length === 0 ? [] : [`${what}: ${ids.join(', ')}`]));
}

/**
 * Refuses to make a database fit for real payments in which paid orders would pass for real ones: only those of the sandbox's
 * merchant stay marked, and credits of its own projects are the only ones that nobody retires.
 * @throws ModeError.
 */
async function refuseOwnOrders(kysely: Database['kysely']): Promise<void> {
  // Where real payments are taken there are millions of orders.
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
    `This database cannot take real payments: it has ${counted(orders, 'paid order')} of other merchants or projects than the sandbox's (${one}), for which nobody paid and which would count as real. Nothing was removed. Set DATABASE_URL to another one.`,
  );
}

/**
 * Removes what {@link sandboxLeftovers} finds: deletes credentials and people, takes projects off sale and their credits out of
 * stock, fails pending orders, deletes portfolios of its projects. Settled orders stay, as a record, and their
 * portfolios.
 * @param by who removes it, for the audit log.
 * @returns what was removed, a line each.
 * @throws ModeError where paid orders would pass for real ones; nothing is removed then.
 */
export async function removeSandbox(context: OrderContext, by?: Actor): Promise<string[]> {
  const { db } = context;
  await refuseOwnOrders(db.kysely);
  const lines = await sandboxLeftovers(db);
  let removed: string[] = [];
  // Orders end first, each on its own, as when they expire: they give their credits back.
  for (const key of (await find(db.kysely)).orders)
    await inTransaction(db, (tx) => failPending(tx, context, key));
  for (const lot of (await find(db.kysely)).lots) await giveUpFree(db, lot, Number.POSITIVE_INFINITY);
  await inTransaction(db, async (tx) => {
    await holdPortfoliosAlone(tx);
    const found = await find(tx);
    await tx
      .deleteFrom('settings')
      // Of a database that takes real payments, what it is for stays. A list must not be empty.
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
    // Nobody can check them any more, and their addresses were tests'.
    await tx
      .updateTable('deliveries')
      .set({ state: 'dead' })
      .where('merchant_id', '=', SANDBOX.merchantId)
      .where('state', '=', 'pending')
      .execute();
    // They would take the identifiers of real ones.
    const portfolios = await removePortfoliosOf(tx, SANDBOX_PROJECTS);
    removed = portfolios.length === 0 ? lines : [...lines, `portfolios: ${portfolios.join(', ')}`];
    if (removed.length > 0) await recordAudit(tx, by, { action: 'sandbox.removed', after: { removed } });
  });
  return removed;
}
