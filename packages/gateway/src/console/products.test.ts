/** Carbon credits and aviation-fuel certificates are never added up, nor called by each other's name. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { callerOf } from '../testing/caller.ts';
import { sandboxVisitor } from '../testing/console-visitor.ts';
import { onBothEngines } from '../testing/engines.ts';

const MERCHANT = '/merchants/sandbox-merchant';

onBothEngines('the products in the console', ({ database }) => {
  it('have their own totals, names and projects', async () => {
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      const caller = callerOf(gateway.url);
      const pay = async (fields: object): Promise<string> => {
        const { json } = await caller.post('/offset-gateway/orders', fields);
        await caller.post(`/sandbox/orders/${json.order_id}/payment`, { outcome: 'completed' });
        return json.order_id;
      };
      const credits = await pay({ emission_amount: 1250 });
      const certificates = await pay({ emission_amount: 3, portfolio: 'aviation-fuel' });

      const visitor = await sandboxVisitor(gateway.url);
      const overview = (await visitor.get(MERCHANT)).text;
      assert.match(overview, /<dt>Carbon credits<\/dt><dd>1\.25 t</);
      assert.match(overview, /<dt>Aviation-fuel certificates<\/dt><dd>3 kg</);
      assert.doesNotMatch(overview, /1,253|1\.253/);

      const shown = (await visitor.get(`${MERCHANT}/orders/${certificates}`)).text;
      assert.match(shown, /<h2>Aviation-fuel certificates<\/h2>/);
      assert.match(shown, /Certificates allocated/);
      assert.ok(shown.includes('<dt>Portfolio</dt><dd>Sandbox aviation fuel</dd>'));
      assert.doesNotMatch(shown, /Carbon credits|Credits/);
      const other = (await visitor.get(`${MERCHANT}/orders/${credits}`)).text;
      assert.match(other, /<h2>Carbon credits<\/h2>/);
      assert.match(other, /Credits allocated/);
      assert.doesNotMatch(other, /[Cc]ertificates/);
    } finally {
      await gateway.close();
    }
  });

  it('show each project of an order of a blend, with its part', async () => {
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      const caller = callerOf(gateway.url);
      const fields = { emission_amount: 1000, portfolio: 'wind-and-mangroves' };
      const { json } = await caller.post('/offset-gateway/orders', fields);
      const visitor = await sandboxVisitor(gateway.url);
      const shown = (await visitor.get(`${MERCHANT}/orders/${json.order_id}`)).text;
      const [, projects = ''] = /<dt>Projects<\/dt><dd>(.*?)<\/dd>/s.exec(shown) ?? [];
      const parts = [...projects.matchAll(/<div>(.*?)<\/div>/g)].map(([, part]) => part);
      assert.deepEqual(parts, ['Sandbox wind, Tamil Nadu, 700 kg', 'Sandbox mangroves, Sundarbans, 300 kg']);
    } finally {
      await gateway.close();
    }
  });
});
