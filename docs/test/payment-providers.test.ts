/** Follows the guide to payment providers without an account: the provider to be run by it has all that it names. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OffsetClient } from '@flight-offset/core/server';
import { SANDBOX } from '@flight-offset/gateway';
import { GATEWAY_COMMAND } from '../../packages/gateway/src/testing/command-process.ts';
import { TEST_DIALECTS } from '../../packages/gateway/src/testing/provider-dialects.ts';
import { startGatewayProcess } from './gateway.ts';

const SNIPPET = fileURLToPath(new URL('../snippets/fake-provider.ts', import.meta.url));

/** Starts fake-provider.ts. @returns The variables that it prints, and a function that ends it. */
async function startProvider(name: string): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const child = spawn(process.execPath, ['--conditions=source', SNIPPET, name], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const env: Record<string, string> = {};
  for await (const line of createInterface(child.stdout)) {
    const [variable = '', value = ''] = line.split(/=(.*)/);
    env[variable] = value;
    if (/_WEBHOOK_SECRET$/.test(variable)) break;
  }
  return {
    env,
    async close() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

for (const { name } of TEST_DIALECTS)
  test(`${name}: pay an order, run doctor, refund the order`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flight-offset-provider-'));
    const provider = await startProvider(name);
    const env = { ...process.env, ...provider.env, DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}` };
    const gateway = await startGatewayProcess(env);
    const command = (...args: string[]): { status: number | null; stdout: string } =>
      spawnSync(process.execPath, [...GATEWAY_COMMAND, ...args, '--sandbox'], {
        encoding: 'utf8',
        env,
      });
    try {
      const client = new OffsetClient({
        baseUrl: gateway.url,
        apiKey: SANDBOX.apiKey,
        signingKey: SANDBOX.secret,
        platformId: SANDBOX.platformId,
      });
      const { order_id: id, payment_url: page = '' } = await client.createOrder({ emission_amount: 1146 });
      const toProvider = await fetch(page, {
        method: 'POST',
        body: new URLSearchParams({ action: 'pay' }),
        redirect: 'manual',
      });
      const checkout = toProvider.headers.get('location') ?? '';
      assert.ok(checkout.startsWith(`${provider.env.GATEWAY_CHECKOUT_URL}/`), checkout);
      assert.match(await (await fetch(checkout)).text(), /<button>Pay [\d.]+ INR/);
      const back = await fetch(checkout, { method: 'POST', redirect: 'manual' });
      assert.ok(back.headers.get('location')?.startsWith(page), 'the payer is back on the payment page');
      // The event has arrived before the payer is sent back: nothing is polled here.
      assert.equal((await client.getOrder(id))?.payment_status, 'completed');

      const findings: readonly { name: string; state: string }[] = JSON.parse(
        command('doctor', '--json').stdout,
      );
      for (const check of ['Payment provider accepts its key', 'Provider webhooks are arriving'])
        assert.equal(findings.find((finding) => finding.name === check)?.state, 'ok', check);

      assert.equal(command('orders', 'refund', id).status, 0);
      const refunds = await client.listRefunds(id);
      assert.deepEqual(
        refunds.map(({ status }) => status),
        ['completed'],
      );
    } finally {
      await gateway.close();
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
