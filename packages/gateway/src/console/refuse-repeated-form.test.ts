/** A console form that is sent again makes no second key or secret: the first was shown once. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { openDatabase } from '../store/open-database.ts';
import { type ConsoleVisitor, consoleVisitor, sandboxVisitor } from '../testing/console-visitor.ts';
import { onBothEngines } from '../testing/engines.ts';

const MERCHANT = '/merchants/sandbox-merchant';

/** Hidden fields that a page wrote into the form that posts to a path. */
async function hiddenIn(
  visitor: ConsoleVisitor,
  page: string,
  action: string,
): Promise<Record<string, string>> {
  const { text } = await visitor.get(page);
  const form = text.slice(text.indexOf(`action="/console${action}"`));
  const fields = form
    .slice(0, form.indexOf('</form>'))
    .matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
}

onBothEngines('a form of the console that is sent twice', ({ database }) => {
  for (const { made, page, action, table, shown } of [
    {
      made: 'API key',
      page: `${MERCHANT}/developers`,
      action: `${MERCHANT}/developers/keys`,
      table: 'api_keys',
      shown: 2,
    },
    {
      made: 'signing secret',
      page: `${MERCHANT}/webhooks/secret`,
      action: `${MERCHANT}/webhooks/secret`,
      table: 'webhook_secrets',
      shown: 1,
    },
  ] as const) {
    it(`creates one ${made}, shows it once, and states what to do if nobody saw it`, async () => {
      const databaseUrl = await database();
      const gateway = await startGateway({ databaseUrl });
      const db = openDatabase(databaseUrl);
      const rows = async (): Promise<number> =>
        (await db.kysely.selectFrom(table).select('id').execute()).length;
      const secrets = (text: string): number => text.match(/<code class="secret"/g)?.length ?? 0;
      try {
        const visitor = await sandboxVisitor(gateway.url, 'admin');
        const before = await rows();
        const form = await hiddenIn(visitor, page, action);
        const stale = await hiddenIn(visitor, page, action);
        const presses = await Promise.all([visitor.post(action, form), visitor.post(action, form)]);
        presses.push(await visitor.post(action, form));
        assert.equal(await rows(), before + 1);
        assert.deepEqual(presses.map(({ status }) => status).toSorted(), [200, 409, 409]);
        for (const { status, text } of presses) {
          assert.equal(secrets(text), status === 200 ? shown : 0);
          if (status === 409) assert.match(text, /was sent before.+If nobody saw/);
        }
        if (table === 'webhook_secrets') {
          const late = await visitor.post(action, stale);
          assert.equal(late.status, 409, 'opened before');
          assert.match(late.text, /was replaced after you opened this page/);
        }
        await visitor.post(action, await hiddenIn(visitor, page, action));
        assert.equal(await rows(), before + 2, 'the page loaded again has another form');
        assert.equal((await visitor.post(action)).status, 422, 'no page wrote it');
      } finally {
        await db.close();
        await gateway.close();
      }
    });
  }

  it('creates one sign-in link, which sending the form again does not end', async () => {
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      const visitor = await sandboxVisitor(gateway.url, 'admin');
      const people = `${MERCHANT}/people`;
      const fields = { name: 'Ravi', email: 'ravi@air.example', role: 'viewer' };
      const invite = async () => ({ ...(await hiddenIn(visitor, people, people)), ...fields });
      // The second form invites a person who exists already.
      for (const form of [await invite(), await invite()]) {
        const presses = await Promise.all([visitor.post(people, form), visitor.post(people, form)]);
        presses.push(await visitor.post(people, form));
        assert.deepEqual(presses.map(({ status }) => status).toSorted(), [200, 422, 422]);
        const shown = presses.map(({ text }) => text).join('');
        const again = presses.filter(({ text }) => /was sent before.+create another one/.test(text));
        assert.equal(again.length, 2);
        const link = /console(\/sign-in\/link\/[^<]+)</.exec(shown)?.[1] ?? '';
        assert.equal((await consoleVisitor(gateway.url).post(link)).status, 303);
      }
      assert.equal((await visitor.post(people, fields)).status, 422, 'no page wrote it');
    } finally {
      await gateway.close();
    }
  });
});
