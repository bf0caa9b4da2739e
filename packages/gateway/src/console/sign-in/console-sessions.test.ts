import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { startGateway } from '../../gateway.ts';
import { consoleVisitor } from '../../testing/console-visitor.ts';
import { freePort } from '../../testing/free-port.ts';

it('offers only sign-in links for real payments without an identity provider', async () => {
  const port = await freePort();
  const environment = {
    GATEWAY_MASTER_KEY: randomBytes(32).toString('base64'),
    GATEWAY_PUBLIC_URL: `http://localhost:${port}`,
    GATEWAY_PROVIDER: 'none',
    GATEWAY_CONSOLE: '1',
  };
  const gateway = await startGateway({ sandbox: false, environment, port });
  const visitor = consoleVisitor(`http://localhost:${port}`);
  const { status, text } = await visitor.get('/operators');
  assert.deepEqual([status, text.includes('By link')], [401, true]);
  assert.doesNotMatch(text, /sign-in\/(?:sandbox|provider)/);
  assert.equal((await visitor.post('/sign-in/sandbox', { role: 'operator' })).status, 401);
  await gateway.close();
});
