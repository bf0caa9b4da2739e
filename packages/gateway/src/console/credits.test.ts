import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import type { CompiledQuery } from 'kysely';
import { order, publisherOf } from '../testing/retired-orders.ts';
import { openStore } from '../testing/store.ts';
import { creditsOf } from './credits.ts';

it('adds up credits due on the background connection, also when a form is checked', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'console-credits-'));
  const store = await openStore(`sqlite:${join(folder, 'gateway.sqlite')}`);
  t.after(async () => {
    await store.db.close();
    rmSync(folder, { recursive: true });
  });
  await order(store, 10, 'completed');
  const { kysely, reader } = store.db;
  const executed = [kysely, reader].map((one) => t.mock.method(one.getExecutor(), 'executeQuery'));
  const credits = creditsOf(publisherOf(store));
  const [due] = await credits.due();
  const url = 'https://registry.example/1';
  const checked = await credits.check({
    project: 'wind',
    tonnes: '1',
    serials: '1..1',
    date: '2026-12-13',
    url,
  });
  assert.deepEqual(checked.due, due);
  assert.equal(due?.tonnes, 1);
  const texts = executed.flatMap(({ mock }) =>
    mock.calls.map(({ arguments: [query] }) => (query as CompiledQuery).sql),
  );
  assert.notEqual(texts.length, 0);
  assert.deepEqual(
    texts.filter((text) => /allocations/.test(text)),
    [],
  );
});
