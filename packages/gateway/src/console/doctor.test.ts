import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CheckContext } from '../operation/doctor/check.ts';
import type { Database } from '../store/engine.ts';
import { openStore } from '../testing/store.ts';
import { createDoctor } from './doctor.ts';

it('the doctor page runs its checks once a minute, however often it is read', async () => {
  let at = 0;
  // Without tables each check fails, which is a finding.
  const doctor = createDoctor({ db: {}, now: () => at } as CheckContext);
  const first = await doctor();
  at = 59_999;
  assert.equal(await doctor(), first);
  at = 60_000;
  assert.notEqual(await doctor(), first);
});

it('the doctor page reads on the background connection', async () => {
  const { db, context } = await openStore('sqlite::memory:');
  const serving = new Proxy({} as Database['kysely'], {
    get() {
      throw new Error('requests wait');
    },
  });
  const shared = { ...db, kysely: serving, reader: serving };
  const findings = await createDoctor({ db: shared, config: {}, now: context.now } as CheckContext)();
  const names = findings.filter(({ state }) => state === 'ok').map(({ name }) => name);
  assert.ok(names.includes('Allotments match the orders of their merchants'), names.join('\n'));
  assert.deepEqual(
    findings.filter(({ detail = '' }) => detail.includes('requests wait')),
    [],
  );
  await db.close();
});
