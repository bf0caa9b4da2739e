import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { createOrder } from '../orders/create.ts';
import { MERCHANT, openStore, settleOrder } from '../testing/store.ts';
import { eraseUser } from './erase-user.ts';

const EMAIL = 'zoe.unmistakable@mail.example';

for (const [ending, crashed] of [
  ['', false],
  [', and not in its log once a gateway has started again after a crash', true],
] as const)
  it(`erased data is not left in the unused bytes of the SQLite file${ending}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-erased-'));
    const left = join(folder, 'left');
    await mkdir(left);
    try {
      const store = await openStore(`sqlite:${join(folder, 'gateway.sqlite')}`);
      const user = { name: 'Zoë Meier', email: EMAIL };
      // Enough for rows to need further pages.
      const metadata = Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [`note_${index}`, EMAIL.repeat(17)]),
      );
      const callback_url = 'https://merchant.example/hook';
      for (let count = 0; count < 3; count += 1) {
        const input = { emission_amount: 1, emission_unit: 'kgCO2' as const, user, metadata, callback_url };
        const { order_id } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
        await settleOrder(store, order_id, 'completed');
      }
      assert.deepEqual(await eraseUser(store.db, EMAIL), { erased: 3, pending: 0 });
      // A process that is killed leaves both files as they are.
      for (const name of ['gateway.sqlite', 'gateway.sqlite-wal'])
        if (crashed) await copyFile(join(folder, name), join(left, name));
      // Closing writes the write-ahead log into the file.
      await store.db.close();
      const gateway =
        crashed && (await startGateway({ databaseUrl: `sqlite:${join(left, 'gateway.sqlite')}` }));
      const holding: string[] = [];
      for (const at of [folder, left])
        for (const name of await readdir(at))
          if (name !== 'left' && (await readFile(join(at, name))).includes(EMAIL)) holding.push(name);
      if (gateway) await gateway.close();
      assert.deepEqual(holding, []);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
