import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { invitePerson, listPeople } from '../../console/people.ts';
import { runCommand } from '../../testing/command-line.ts';
import { MERCHANT, openStore, SOMEBODY } from '../../testing/store.ts';

it('console invite keeps the name of a person who already exists, unless it sets another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-invite-'));
  const { db, context, url } = await openStore(`sqlite:${join(folder, 'gateway.sqlite')}`);
  try {
    const email = 'ana@merchant.example';
    const ana = { merchantId: MERCHANT, name: 'Ana Souza', email, role: 'finance' } as const;
    await invitePerson(context, ana, SOMEBODY);
    const invite = async (...args: string[]): Promise<(string | undefined)[]> => {
      const team = ['--merchant', MERCHANT, '--role', 'finance', '--sandbox'];
      const { code, err } = await runCommand({ DATABASE_URL: url }, 'console', 'invite', ...args, ...team);
      assert.equal(code, 0, err);
      return (await listPeople(db, MERCHANT)).map(({ name }) => name);
    };
    assert.deepEqual(await invite(email), ['Ana Souza']);
    assert.deepEqual(await invite(email, '--name', 'Ana Lima'), ['Ana Lima']);
    assert.deepEqual(await invite('Bo@merchant.example'), ['Ana Lima', 'Bo@merchant.example']);
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});
