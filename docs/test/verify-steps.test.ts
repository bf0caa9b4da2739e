/** The webhook lab: each step of verifying states whether it passed, whatever is changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signWebhook } from '@flight-offset/core/server';
import { verifySteps } from '../.vitepress/theme/sandbox/verify-steps.ts';

const SECRET = `whsec_${btoa('a secret of this test, 24+')}`;
const NOW = 1_797_242_400;
const body = '{"type":"order.completed"}';
const signed = await signWebhook({
  id: 'msg_1',
  timestamp: new Date(NOW * 1000),
  body,
  secrets: [SECRET],
});
const delivery = {
  id: 'msg_1',
  timestamp: String(NOW),
  signature: signed['webhook-signature'],
  body,
  secret: SECRET,
  now: NOW,
};

test('a valid delivery passes every step', async () => {
  assert.ok((await verifySteps(delivery)).every(({ passed }) => passed));
});

for (const secret of ['', 'whsec_', 'whsec_ ', 'whsec_%', `whsec_${btoa('short')}`, 'another'])
  test(`the secret "${secret}" fails from the third step on`, async () => {
    const steps = await verifySteps({ ...delivery, secret });
    assert.deepEqual(
      steps.map(({ passed }) => passed),
      [true, true, false, false, false],
    );
  });

for (const timestamp of ['', 'tomorrow', `${NOW}.0`, '1.7972424e9'])
  test(`the timestamp "${timestamp}" fails in the first step and in the last`, async () => {
    const [first, ...rest] = await verifySteps({ ...delivery, timestamp });
    assert.equal(first?.text, 'webhook-timestamp is not in whole seconds since 1970');
    assert.deepEqual([first?.passed, rest.at(-1)?.passed], [false, false]);
  });
