import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { GATEWAY_COMMAND } from '../../testing/command-process.ts';
import { stripeDialect } from '../../testing/provider-dialects.ts';

it('a sandbox with another provider prints no test cards of the gateway', async (t) => {
  const args = [...GATEWAY_COMMAND, 'serve', '--sandbox', '--port', '0'];
  const more = { DATABASE_URL: 'sqlite::memory:', GATEWAY_PROVIDER: 'stripe', ...stripeDialect.environment };
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [text] = await once(child.stdout, 'data');
  assert.match(String(text), /^Sandbox at [\s\S]*webhook secret/);
  assert.doesNotMatch(String(text), /4242|settle/);
});
