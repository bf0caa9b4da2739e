import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SANDBOX } from '../src/sandbox.ts';
import { GATEWAY_COMMAND } from '../src/testing/command-process.ts';
import type { Merchant } from './call.ts';

const run = promisify(execFile);

/** Creates a catalogue in which credits run out: a few small lots, the cheapest of all. */
const scarce = (price_per_tonne: number, more: object): object => ({
  projects: [
    {
      id: 'scarce',
      name: 'Scarce test project',
      registry: 'Test Registry',
      project_id: 'T-7',
      category: 'Renewable energy',
      type: 'Wind, avoidance',
      public_url: 'https://example.com/t-7',
      price_per_tonne,
      ...more,
    },
  ],
});

const START = {
  effective_from: '2020-01-01T00:00:00Z',
  lots: [1, 2, 3, 4].map((lot) => ({
    id: `scarce-${lot}`,
    serial_prefix: `T-7-${lot}`,
    grams: 4_000_001 * lot,
  })),
};

/** Runs a command of the gateway, as an operator would. @returns its output. */
async function command(environment: NodeJS.ProcessEnv, ...words: string[]): Promise<string> {
  const args = [...GATEWAY_COMMAND, ...words, '--sandbox'];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...environment } });
  return stdout.trim();
}

async function importCatalogue(environment: NodeJS.ProcessEnv, catalogue: object): Promise<void> {
  const file = join(tmpdir(), `torture-catalogue-${process.pid}.json`);
  await writeFile(file, JSON.stringify(catalogue));
  try {
    await command(environment, 'projects', 'import', file);
  } finally {
    await rm(file);
  }
}

/** Changes the price of the cheapest project, from now on. Its stock does not change. */
export async function changePrice(environment: NodeJS.ProcessEnv, perTonne: number): Promise<void> {
  await importCatalogue(environment, scarce(perTonne, {}));
}

/** Makes merchants and a project with few credits through the command line, as an operator would. */
export async function makeMerchants(environment: NodeJS.ProcessEnv, count: number): Promise<Merchant[]> {
  const gateway = (...words: string[]): Promise<string> => command(environment, ...words);
  const { merchantId: id, apiKey, secret, webhookSecret } = SANDBOX;
  const merchants: Merchant[] = [{ id, apiKey, secret, webhookSecret }];
  await importCatalogue(environment, scarce(333.33, START));
  await gateway(
    'portfolios',
    'create',
    'scarce-blend',
    '--name',
    'Scarce',
    '--parts',
    'scarce:3,sandbox-wind:7',
  );
  await gateway('portfolios', 'offer', 'scarce-blend,wind-and-mangroves,aviation-fuel');
  while (merchants.length < count) {
    const merchant = await gateway('merchants', 'create', `Merchant ${merchants.length}`);
    // A limit low enough to be reached, so that some confirms are refused.
    await gateway('merchants', 'set', merchant, '--settlement', 'merchant', '--limit', 'INR:20000');
    const key = JSON.parse(await gateway('keys', 'create', merchant)) as { apiKey: string; secret: string };
    merchants.push({
      id: merchant,
      apiKey: key.apiKey,
      secret: key.secret,
      webhookSecret: await gateway('webhooks', 'rotate', merchant),
    });
  }
  return merchants;
}
