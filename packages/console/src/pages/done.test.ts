import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../console.ts';
import { fakeService, OWN } from '../testing/fake-service.ts';

it('the title of a page begins with the completed action: screen readers read it first', async () => {
  const service = fakeService();
  const developers = { ...service.developers, keys: async () => [], platforms: async () => [] };
  const run = createConsole({ ...service, developers });
  const titleOf = async (query: string): Promise<string | undefined> => {
    const request = new Request(`https://pay.example/console/merchants/${OWN}/developers${query}`, {
      headers: { cookie: '__Host-console_session=admin' },
    });
    const page = await (await run({ request, body: new Uint8Array(), address: '' })).text();
    return /<title>(.*)<\/title>/.exec(page)?.[1];
  };
  assert.equal(await titleOf('?done=platform'), 'The platform was added. Developers · Flight Offset');
  assert.equal(await titleOf(''), 'Developers · Flight Offset');
});
