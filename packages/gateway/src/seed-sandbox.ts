import { toMinorUnits } from '@flight-offset/core';
import { createApiKey, findApiKey } from './credentials/api-keys.ts';
import type { Sealer } from './credentials/seal.ts';
import { listPortfolios } from './projects/list-portfolios.ts';
import { createPortfolio, offerPortfolios, PortfolioError } from './projects/manage-portfolios.ts';
import { storeCatalogue } from './projects/store-catalogue.ts';
import { SANDBOX } from './sandbox.ts';
import { SANDBOX_CATALOGUE, SANDBOX_PORTFOLIOS } from './sandbox-projects.ts';
import type { Database } from './store/engine.ts';

/**
 * Creates the sandbox's merchant, credentials and projects if they are missing. Safe to repeat, or to run in parallel.
 * @param now the gateway's clock: prices hold from then on.
 */
export async function seedSandbox(db: Database, sealer: Sealer, now: () => number = Date.now): Promise<void> {
  const { kysely } = db;
  const created_at = now();
  const merchant = { id: SANDBOX.merchantId, name: SANDBOX.merchantName, sandbox: 1, created_at };
  await kysely
    .insertInto('merchants')
    .values({ ...merchant, accent: null, logo_url: null, return_origins: '[]' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await kysely
    .insertInto('platforms')
    .values({ id: SANDBOX.platformId, merchant_id: SANDBOX.merchantId, created_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await seedKey(db, sealer);
  const id = 'whs_sandbox';
  await kysely
    .insertInto('webhook_secrets')
    .values({
      id,
      merchant_id: SANDBOX.merchantId,
      sealed_secret: sealer.seal(SANDBOX.webhookSecret, id),
      created_at,
      expires_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await storeCatalogue(db, SANDBOX_CATALOGUE, undefined, now);
  await seedPortfolios(db, created_at);
  await seedSettlement(db);
}

/** Offers the sandbox's portfolios once: later changes by staff stay. */
async function seedPortfolios(db: Database, at: number): Promise<void> {
  const known = new Set((await listPortfolios({ reader: db.kysely })).map(({ id }) => id));
  const missing = SANDBOX_PORTFOLIOS.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return;
  for (const portfolio of missing) {
    await createPortfolio(db, portfolio, at).catch((error: unknown) => {
      // Another process was faster.
      if (!(error instanceof PortfolioError)) throw error;
    });
  }
  await offerPortfolios(
    db,
    SANDBOX_PORTFOLIOS.map(({ id }) => id),
  );
}

/** Currencies in which the sandbox's merchant may owe up to ten million whole units on unpaid statements. */
const SETTLED_IN = ['CHF', 'EUR', 'GBP', 'INR', 'JPY', 'KWD', 'USD'];

/** Lets the sandbox's merchant collect payments itself. An existing limit stays. */
async function seedSettlement({ kysely }: Database): Promise<void> {
  const limits = SETTLED_IN.map((currency) => ({
    merchant_id: SANDBOX.merchantId,
    currency,
    limit_minor: toMinorUnits(10_000_000, currency),
  }));
  const added = await kysely
    .insertInto('settlement_limits')
    .values(limits)
    .onConflict((conflict) => conflict.doNothing())
    .returning('currency')
    .execute();
  if (added.length === 0) return;
  await kysely
    .updateTable('merchants')
    .set({ settlement: 'merchant' })
    .where('id', '=', SANDBOX.merchantId)
    .execute();
}

async function seedKey(db: Database, sealer: Sealer): Promise<void> {
  if (await findApiKey(db, SANDBOX.apiKey)) return;
  const { apiKey, secret, merchantId } = SANDBOX;
  try {
    await createApiKey({ db, sealer }, merchantId, {
      scheme: 'hmac-sha256',
      secret,
      apiKey,
      label: 'sandbox',
    });
  } catch (error) {
    // Another process was faster.
    if (!(await findApiKey(db, SANDBOX.apiKey))) throw error;
  }
}
