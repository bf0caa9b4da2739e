import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { MERCHANT, openStore, settleOrder } from '../testing/store.ts';
import { eraseUser } from './erase-user.ts';

const EMAIL = 'zoe.unmistakable@mail.example';

it('what was erased is not left in the unused bytes of the SQLite file either', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-erased-'));
  try {
    const store = await openStore(`sqlite:${join(folder, 'gateway.sqlite')}`);
    const user = { name: 'Zoë Meier', email: EMAIL };
    // So much that rows need further pages.
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
    // Closing empties the write-ahead log into the file.
    await store.db.close();
    for (const name of await readdir(folder))
      assert.ok(!(await readFile(join(folder, name))).includes(EMAIL), name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
