import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { type Caller, callerOf } from '../testing/caller.ts';

const ORDERS = '/offset-gateway/orders';

let gateway: RunningGateway;
let caller: Caller;
before(async () => {
  gateway = await startGateway();
  caller = callerOf(gateway.url);
});
after(() => gateway.close());

const create = (callback_url: string) => caller.post(ORDERS, { emission_amount: 1, callback_url });

const never: readonly [callback: string, says: string][] = [
  ['https://10.0.0.7/n', 'callback_url must not lead into a private network.'],
  ['https://169.254.169.254/latest', 'callback_url must not lead into a private network.'],
  ['https://[fd00::1]/n', 'callback_url must not lead into a private network.'],
  ['https://shop:secret@m.example/n', 'callback_url must hold no user info.'],
];
for (const [callback, says] of never)
  it(`refuses an order whose webhooks could never be sent: ${callback}`, async () => {
    const { status, json } = await create(callback);
    assert.deepEqual([status, json], [400, { error: 40002, message: says }]);
    assert.equal((await caller.get(ORDERS)).json.metadata.total_records, 0);
  });

it('accepts a host name, which is looked up when a webhook is sent', async () => {
  assert.equal((await create('https://m.example/n')).status, 201);
});
