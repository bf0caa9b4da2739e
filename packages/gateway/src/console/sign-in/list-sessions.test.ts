/** A person sees where they are signed in, and ends sessions that they do not recognise. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ABSOLUTE_MS, IDLE_MS } from '../../credentials/session-limits.ts';
import { startGateway } from '../../gateway.ts';
import { openDatabase } from '../../store/open-database.ts';
import { formOf, sandboxVisitor } from '../../testing/console-visitor.ts';
import { onBothEngines } from '../../testing/engines.ts';

const MERCHANT = '/merchants/sandbox-merchant';
const DONE = '/console/account?done=sessions-ended';
const NONE = `${DONE}-none`;

onBothEngines('sessions of a person', ({ database }) => {
  it('are listed and ended, one at a time or all others at once, with one audit entry for each', async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openDatabase(databaseUrl);
    const signIn = () => sandboxVisitor(gateway.url, 'admin');
    const linksIn = (text: string): string[] =>
      [...text.matchAll(/href="\/console(\/account\/end\?session=[\w-]+)"/g)].map(([, path = '']) => path);
    try {
      const [own, lost, third, fourth] = [await signIn(), await signIn(), await signIn(), await signIn()];
      const other = await sandboxVisitor(gateway.url, 'finance');
      // A session that has ended cannot be ended again.
      const ended = { merchant_id: 'sandbox-merchant', person_id: 'sandbox-admin' };
      const at = Date.now();
      await db.kysely
        .insertInto('console_sessions')
        .values([
          { ...ended, token_hash: 'idle', signed_in_at: at - IDLE_MS, used_at: at - IDLE_MS },
          { ...ended, token_hash: 'old', signed_in_at: at - ABSOLUTE_MS, used_at: at },
        ])
        .execute();
      const { text } = await own.get('/account');
      assert.equal(linksIn(text).length, 3);
      assert.equal(text.match(/This session/g)?.length, 1);
      const hashes = await db.kysely.selectFrom('console_sessions').select('token_hash').execute();
      for (const { token_hash } of hashes) assert.ok(!text.includes(token_hash));

      const [path = ''] = linksIn(text);
      const { action = '', hidden } = formOf((await own.get(path)).text);
      const statuses = async () =>
        (await Promise.all([own, lost, third, fourth, other].map((one) => one.get(MERCHANT)))).map(
          ({ status }) => status,
        );
      assert.deepEqual(await statuses(), [200, 200, 200, 200, 200], 'it only asks');
      const presses = await Promise.all([own.post(action, hidden), own.post(action, hidden)]);
      assert.deepEqual(presses.map(({ headers }) => headers.get('location')).toSorted(), [DONE, NONE]);
      assert.equal((await own.get(path)).headers.get('location'), NONE, 'it is not open any more');
      assert.deepEqual((await statuses()).toSorted(), [200, 200, 200, 200, 401]);
      const foreign = { session: linksIn((await own.get('/account')).text)[0]?.split('=')[1] ?? '' };
      assert.equal((await other.post(action, foreign)).headers.get('location'), NONE);
      assert.deepEqual(
        (await statuses()).toSorted(),
        [200, 200, 200, 200, 401],
        'nobody ends those of another',
      );
      assert.equal((await own.confirm('/account/end')).headers.get('location'), DONE);
      assert.deepEqual(await statuses(), [200, 401, 401, 401, 200]);
      assert.equal((await own.get('/account/end')).headers.get('location'), NONE);
      const log = (await own.get(`${MERCHANT}/audit`)).text;
      assert.equal(log.split('console_sessions.ended').length, 3);
      assert.match(log, /&quot;ended&quot;: 2/);
      // Everybody who tries a sandbox is the same person there.
      const many = { merchant_id: 'sandbox-merchant', person_id: 'sandbox-finance' };
      await db.kysely
        .insertInto('console_sessions')
        .values(
          Array.from({ length: 150 }, (_, n) => ({
            ...many,
            token_hash: `${n}`,
            signed_in_at: at,
            used_at: at,
          })),
        )
        .execute();
      assert.equal(linksIn((await other.get('/account')).text).length, 99);
      assert.equal((await other.confirm('/account/end')).status, 303);
      assert.equal(linksIn((await other.get('/account')).text).length, 0, 'also those that were not listed');
      assert.equal(
        (await own.post(action, { as: 'sandbox-finance' })).status,
        409,
        'written for somebody else',
      );
    } finally {
      await db.close();
      await gateway.close();
    }
  });
});
