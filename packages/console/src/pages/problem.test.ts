import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../console.ts';
import { fakeService, OWN } from '../testing/fake-service.ts';

const run = createConsole(fakeService());

for (const [role, path, whom] of [
  ['support', `/merchants/${OWN}/people`, 'an admin of your team'],
  ['finance', `/merchants/${OWN}/developers`, 'an admin of your team'],
  ['finance', `/merchants/${OWN}/money/close`, 'an operator of the gateway'],
  ['admin', `/merchants/${OWN}/money/close`, 'an operator of the gateway'],
  ['admin', '/health', 'an operator of the gateway'],
] as const)
  it(`${role} at ${path} is referred to ${whom}`, async () => {
    const headers = { cookie: `__Host-console_session=${role}` };
    const request = new Request(`https://pay.example/console${path}`, { headers });
    const response = await run({ request, body: new Uint8Array(), address: '' });
    assert.equal(response.status, 403);
    assert.ok((await response.text()).includes(`Your role, ${role}, does not include this. Ask ${whom}.`));
  });

it('the title of a refusal begins with its reason: screen readers read it first', async () => {
  const headers = { cookie: '__Host-console_session=finance' };
  const request = new Request(`https://pay.example/console/merchants/${OWN}/orders/ord_1/refund`, {
    headers,
  });
  const response = await run({ request, body: new Uint8Array(), address: '' });
  assert.equal(response.status, 422);
  assert.match(
    await response.text(),
    /<title>Enter the kilograms to refund, [^<]+\. Nothing was changed · Flight Offset<\/title>/,
  );
});
