import { createHash } from 'node:crypto';
import { fromMinorUnits, toMinorUnits } from '@flight-offset/core';
import { createApiKey, findApiKey } from './credentials/api-keys.ts';
import type { Sealer } from './credentials/seal.ts';
import { importCatalogue } from './projects/import.ts';
import type { Database } from './store/engine.ts';

/** What a gateway with `--sandbox` takes; known to everyone, and good for nothing else. */
export const SANDBOX = {
  merchantId: 'sandbox-merchant',
  merchantName: 'Example Air',
  apiKey: 'sandbox-key',
  secret: 'sandbox-secret',
  platformId: 'sandbox-platform',
  webhookSecret: 'whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE=',
} as const;

/** Seals the sandbox's secrets, which are no secrets: used only where no master key is given. */
export const SANDBOX_MASTER_KEY: Uint8Array = createHash('sha256').update('flight-offset sandbox').digest();

/** 8 000 million tonnes a project: no test buys it all. */
const PLENTY = 8e15;

/** Rupees one unit of each further currency counts as; the sandbox's own, and fixed. */
const INR_PER_UNIT: Readonly<Record<string, number>> = {
  CHF: 103.5,
  EUR: 96.2,
  GBP: 112.4,
  JPY: 0.58,
  KWD: 289,
  USD: 88.6,
};

/** A price list in every further currency: the rupee price converted, to the minor unit. */
function pricesOf(rupees: number): object[] {
  return Object.entries(INR_PER_UNIT).map(([currency, inr_per_unit]) => {
    const minor = toMinorUnits(rupees / inr_per_unit, currency);
    return { currency, inr_per_unit, price_per_tonne: fromMinorUnits(minor, currency) };
  });
}

const PROJECTS = [
  {
    id: 'sandbox-wind',
    name: 'Sandbox wind, Tamil Nadu',
    registry: 'Sandbox Registry',
    project_id: 'SBX-1851',
    category: 'Renewable energy',
    type: 'Wind, avoidance',
    public_url: 'https://example.com/sandbox-projects/SBX-1851',
    price_per_tonne: 1199,
    prices: pricesOf(1199),
    lots: [{ id: 'sandbox-wind-2024', serial_prefix: 'SBX-1851-2024', grams: PLENTY }],
  },
  {
    id: 'sandbox-mangroves',
    name: 'Sandbox mangroves, Sundarbans',
    registry: 'Sandbox Registry',
    project_id: 'SBX-2250',
    category: 'Forestry and land use',
    type: 'Restoration, removal',
    public_url: 'https://example.com/sandbox-projects/SBX-2250',
    price_per_tonne: 2450,
    prices: pricesOf(2450),
    lots: [{ id: 'sandbox-mangroves-2025', serial_prefix: 'SBX-2250-2025', grams: PLENTY }],
  },
];

/** Identifiers of its projects, whose credits are worth nothing. */
export const SANDBOX_PROJECTS: readonly string[] = PROJECTS.map(({ id }) => id);

/** Makes the sandbox's merchant, credentials and projects where they are missing. Harmless to repeat, or race. */
export async function seedSandbox(db: Database, sealer: Sealer): Promise<void> {
  const { kysely } = db;
  const created_at = Date.now();
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
  await importCatalogue(db, { projects: PROJECTS });
  await seedSettlement(db);
}

/** What the sandbox's merchant may owe on unpaid statements: ten million whole units of each currency. */
const SETTLED_IN = ['CHF', 'EUR', 'GBP', 'INR', 'JPY', 'KWD', 'USD'];

/** The sandbox's merchant may collect payments itself. A limit somebody set stays. */
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
    await createApiKey(db, sealer, merchantId, { scheme: 'hmac-sha256', secret, apiKey, label: 'sandbox' });
  } catch (error) {
    // Another process was faster.
    if (!(await findApiKey(db, SANDBOX.apiKey))) throw error;
  }
}
