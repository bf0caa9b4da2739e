import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { invitePerson } from '../../console/people.ts';
import { runCommand } from '../../testing/command-line.ts';
import { MERCHANT, openStore, SOMEBODY } from '../../testing/store.ts';

it('users erase prints the command that also removes the person from the console', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-users-'));
  const { db, context, url } = await openStore(`sqlite:${join(folder, 'gateway.sqlite')}`);
  try {
    const email = 'ana@merchant.example';
    await invitePerson(context, { merchantId: MERCHANT, name: 'Ana', email, role: 'viewer' }, SOMEBODY);
    const run = (...args: string[]) => runCommand({ DATABASE_URL: url }, ...args, '--sandbox');
    const { code, out, err } = await run('users', 'erase', 'Ana@merchant.example');
    assert.equal(code, 1);
    assert.equal(out, '0 orders erased');
    const [, command = ''] =
      /This person can still sign in to the console: run flight-offset-gateway (console remove .+) too\./.exec(
        err,
      ) ?? [];
    assert.equal((await run(...command.split(' '))).code, 0);
    assert.equal((await run('users', 'erase', email)).code, 0);
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it('users export and erase refuse a name or a tax id, for which they would find nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-users-'));
  const { db, url } = await openStore(`sqlite:${join(folder, 'gateway.sqlite')}`);
  try {
    for (const words of [
      ['erase', '29ABCDE'],
      ['export', 'Zoë Meier'],
    ]) {
      const { code, err } = await runCommand({ DATABASE_URL: url }, 'users', ...words, '--sandbox');
      assert.equal(code, 2);
      assert.match(err, /^EMAIL\|ORDER must be an email address or an order\./);
    }
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});
