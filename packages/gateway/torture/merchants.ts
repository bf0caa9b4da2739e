import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SANDBOX } from '../src/sandbox.ts';
import type { Merchant } from './call.ts';

const run = promisify(execFile);
const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

/** A catalogue in which credits run out: a few small lots, the cheapest of all. */
const SCARCE = {
  projects: [
    {
      id: 'scarce',
      name: 'Scarce test project',
      registry: 'Test Registry',
      project_id: 'T-7',
      category: 'Renewable energy',
      type: 'Wind, avoidance',
      public_url: 'https://example.com/t-7',
      price_per_tonne: 333.33,
      effective_from: '2020-01-01T00:00:00Z',
      lots: [1, 2, 3, 4].map((lot) => ({
        id: `scarce-${lot}`,
        serial_prefix: `T-7-${lot}`,
        grams: 4_000_001 * lot,
      })),
    },
  ],
};

/** Makes merchants and a project with few credits through the command line, as an operator would. */
export async function makeMerchants(environment: NodeJS.ProcessEnv, count: number): Promise<Merchant[]> {
  async function gateway(...words: string[]): Promise<string> {
    const args = ['--conditions=source', CLI, ...words, '--sandbox'];
    const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...environment } });
    return stdout.trim();
  }
  const { merchantId: id, apiKey, secret, webhookSecret } = SANDBOX;
  const merchants: Merchant[] = [{ id, apiKey, secret, webhookSecret }];
  const file = join(tmpdir(), `torture-catalogue-${process.pid}.json`);
  await writeFile(file, JSON.stringify(SCARCE));
  await gateway('projects', 'import', file);
  await rm(file);
  while (merchants.length < count) {
    const merchant = await gateway('merchants', 'create', `Merchant ${merchants.length}`);
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
