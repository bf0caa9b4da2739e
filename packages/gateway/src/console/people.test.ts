import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { invitePerson, listPeople } from './people.ts';

onBothEngines('people of the console', ({ database }) => {
  it('somebody who is invited twice at once is one person, with one link', async () => {
    const { db, context } = await openStore(await database());
    try {
      const person = {
        merchantId: MERCHANT,
        name: 'Ravi',
        email: 'ravi@air.example',
        role: 'viewer',
      } as const;
      const links = await Promise.all(
        Array.from({ length: 4 }, () => invitePerson(context, person, undefined)),
      );
      assert.equal(new Set(links).size, links.length);
      assert.equal((await listPeople(db, MERCHANT)).length, 1);
      const open = await db.kysely.selectFrom('console_links').select('person_id').execute();
      assert.equal(open.length, 1);
    } finally {
      await db.close();
    }
  });
});
