import type { Actor } from '../audit/actor.ts';
import { createSealer, type Sealer } from '../credentials/seal.ts';
import type { OrderContext } from '../orders/context.ts';
import { completeOrder } from '../orders/end/complete.ts';
import { failPending } from '../orders/end/fail-pending.ts';
import { findOrderKey, lockOrder } from '../orders/end/lock-orders.ts';
import { importCatalogue } from '../projects/import.ts';
import type { Database } from '../store/engine.ts';
import { migrate } from '../store/migrate.ts';
import type { OrderRow } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { openWithLongTimeouts } from './open-with-long-timeouts.ts';

/** Author of a change in a test that is not about authors. */
export const SOMEBODY: Actor = { channel: 'cli', id: '' };

/** Identifier of a test store's merchant. */
export const MERCHANT = 'merchant-a';

/** Project of a test store, without its lots. */
export const PROJECT = {
  id: 'wind',
  name: 'Test wind',
  registry: 'Test Registry',
  project_id: 'T-1',
  category: 'Renewable energy',
  type: 'Wind, avoidance',
  public_url: 'https://example.com/t-1',
  price_per_tonne: 1000,
  effective_from: '2020-01-01T00:00:00Z',
};

/** A store with one merchant and one project, for tests below the level of HTTP. */
export interface TestStore {
  /** Address of the database. */
  readonly url: string;
  readonly db: Database;
  readonly context: OrderContext;
  readonly sealer: Sealer;
  /** Sets the clock of the store, milliseconds since 1970. */
  setNow(at: number): void;
}

/** Opens a store. @param grams credits in stock. */
export async function openStore(url: string, grams = 1e12): Promise<TestStore> {
  const db = openWithLongTimeouts(url);
  await migrate(db);
  await addMerchant(db, MERCHANT);
  await importCatalogue(db, {
    projects: [
      {
        ...PROJECT,
        lots: [{ id: 'wind-2024', serial_prefix: 'T-1-2024', grams }],
      },
    ],
  });
  let at = Date.UTC(2026, 11, 14);
  const context: OrderContext = {
    db,
    publicUrl: 'https://gateway.example',
    now: () => at,
    policy: 'listed',
    provider: 'sandbox',
    holdMs: 1_800_000,
    orderTtlMs: 7_200_000,
    // No order of a test is refused for its size, unless the test changes this.
    limits: { orderGrams: 1e12, merchantShare: 1, merchantGrams: 1e15 },
    webhookTargets: { allowLoopback: true, ports: [443] },
    onWebhookEnqueued: () => {},
  };
  return {
    url,
    db,
    context,
    sealer: createSealer(Buffer.alloc(32, 7)),
    setNow(time) {
      at = time;
    },
  };
}

/** Ends a pending order of any merchant. @returns the order after the change; undefined if it was not pending. */
export async function settleOrder(
  { db, context }: Pick<TestStore, 'db' | 'context'>,
  orderId: string,
  outcome: 'completed' | 'failed',
): Promise<OrderRow | undefined> {
  return inTransaction(db, async (tx) => {
    const key = await findOrderKey(tx, orderId);
    if (outcome === 'failed') return key && failPending(tx, context, key);
    return completeOrder(tx, context, key && (await lockOrder(tx, context, key)));
  });
}

/** Adds a merchant to a store. */
export async function addMerchant({ kysely }: Database, id: string): Promise<void> {
  const row = { id, name: id, accent: null, logo_url: null, return_origins: '[]', sandbox: 0, created_at: 0 };
  await kysely
    .insertInto('merchants')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
