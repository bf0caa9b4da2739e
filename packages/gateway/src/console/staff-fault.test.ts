/** A person at the console sees a page of the console for an unexpected error. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { startGateway } from '../gateway.ts';
import { openDatabase } from '../store/open-database.ts';
import { onBothEngines } from '../testing/engines.ts';

const ORDERS = '/console/merchants/sandbox-merchant/orders';

onBothEngines('an error of the gateway', ({ database }) => {
  it('is a page at the console and an Error object for programs; without a console it is a 404', async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const environment = { GATEWAY_CONSOLE: '0' };
    const without = await startGateway({ databaseUrl, environment });
    const db = openDatabase(databaseUrl);
    const shown = async (url: string, accept: string): Promise<readonly [number, string, string]> => {
      const headers = { accept, cookie: `console_session=.${'x'.repeat(43)}` };
      const response = await fetch(url + ORDERS, { headers });
      const type = response.headers.get('content-type') ?? '';
      const text = await response.text();
      if (type.includes('html')) assert.ok(text.includes(response.headers.get('x-request-id') ?? 'none'));
      return [response.status, type, text];
    };
    try {
      await sql`alter table console_sessions rename to no_more`.execute(db.kysely);
      const [status, type, text] = await shown(gateway.url, 'text/html,*/*;q=0.8');
      assert.deepEqual([status, type], [500, 'text/html; charset=utf-8']);
      assert.match(text, /Something went wrong/);
      assert.match((await shown(gateway.url, '*/*'))[2], /"error":50001/);
      assert.match((await shown(without.url, '*/*'))[2], /"error":40401/);
      const { status: unknown, headers } = await fetch(without.url + ORDERS, {
        headers: { accept: 'text/html' },
      });
      assert.deepEqual([unknown, headers.get('content-type')], [404, 'text/html; charset=utf-8']);
    } finally {
      await db.close();
      await without.close();
      await gateway.close();
    }
  });
});
