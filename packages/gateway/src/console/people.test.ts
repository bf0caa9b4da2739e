import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Role } from '@flight-offset/console/permissions';
import type { Actor } from '../audit/actor.ts';
import { listAudit } from '../audit/list.ts';
import type { Tx } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import { addMerchant, MERCHANT, openStore, SOMEBODY } from '../testing/store.ts';
import { invitePerson, listPeople, removePerson } from './people.ts';
import { redeemLink } from './sign-in/redeem-link.ts';
import { openSession } from './sign-in/sessions.ts';

const ALICE: Actor = { channel: 'cli', id: '', name: 'alice' };

onBothEngines('people of the console', ({ database, engine }) => {
  it('inviting a person four times at once creates one person with one link', async () => {
    const { db, context } = await openStore(await database());
    try {
      const person = {
        merchantId: MERCHANT,
        name: 'Ravi',
        email: 'ravi@air.example',
        role: 'viewer',
      } as const;
      const links = await Promise.all(
        Array.from({ length: 4 }, () => invitePerson(context, person, SOMEBODY)),
      );
      assert.equal(new Set(links).size, links.length);
      assert.equal((await listPeople(db, MERCHANT)).length, 1);
      const open = await db.kysely.selectFrom('console_links').select('person_id').execute();
      assert.equal(open.length, 1);
    } finally {
      await db.close();
    }
  });

  it('concurrent role changes record what each replaced, and a removed person has no link', async () => {
    const { db, context } = await openStore(await database());
    const invite = (role: Role) =>
      invitePerson(context, { merchantId: MERCHANT, email: 'ravi@air.example', role }, ALICE);
    try {
      await invite('viewer');
      await Promise.all((['support', 'finance', 'admin', 'viewer'] as const).map(invite));
      const entries = (await listAudit(db, { merchantId: MERCHANT })).reverse();
      assert.equal(entries.length, 5);
      for (const [at, { before }] of entries.entries())
        assert.deepEqual(before, at === 0 ? null : entries[at - 1]?.after);
      const [{ id = '' } = {}] = await listPeople(db, MERCHANT);
      const remove = removePerson(db, { merchantId: MERCHANT, id }, ALICE);
      await Promise.all([remove, ...(['support', 'finance', 'admin'] as const).map(invite)]);
      const people = (await listPeople(db, MERCHANT)).map((one) => one.id);
      const links = await db.kysely.selectFrom('console_links').select('person_id').execute();
      assert.deepEqual(
        links.map((one) => one.person_id),
        people,
      );
    } finally {
      await db.close();
    }
  });

  it('a link signs in the person it was created for', async () => {
    const { db, context } = await openStore(await database());
    const roles = ['admin', 'viewer', 'finance'] as const;
    try {
      const links: string[] = [];
      for (const role of roles) {
        const person = { merchantId: MERCHANT, email: `${role}@air.example`, role };
        links.push((await invitePerson(context, person, ALICE)).split('/').at(-1) ?? '');
      }
      const signedIn: Role[] = [];
      for (const link of links) {
        const { session } = await redeemLink(context, async () => {}, { link, address: '127.0.0.1' });
        signedIn.push(session.role);
      }
      assert.deepEqual(signedIn, roles);
    } finally {
      await db.close();
    }
  });

  it('a link whose session cannot be stored is not used up', async () => {
    const { db, context } = await openStore(await database());
    const rename = (from: string, to: string) => db.kysely.schema.alterTable(from).renameTo(to).execute();
    try {
      const given = { merchantId: MERCHANT, email: 'ravi@air.example', role: 'viewer' } as const;
      const link = (await invitePerson(context, given, ALICE)).split('/').at(-1) ?? '';
      const redeem = () => redeemLink(context, async () => {}, { link, address: '127.0.0.1' });
      await rename('console_sessions', 'away');
      await assert.rejects(redeem());
      await rename('away', 'console_sessions');
      assert.equal((await redeem()).session.role, 'viewer');
    } finally {
      await db.close();
    }
  });

  it('a person removed while signing in by a link has no session', {
    skip: engine === 'sqlite',
  }, async () => {
    const { db, context } = await openStore(await database());
    try {
      await invitePerson(context, { merchantId: MERCHANT, email: 'ravi@air.example', role: 'viewer' }, ALICE);
      const person = await db.kysely.selectFrom('console_people').selectAll().executeTakeFirstOrThrow();
      const signIn = async (tx: Tx) => {
        await tx.deleteFrom('console_links').where('person_id', '=', person.id).execute();
        await openSession(tx, person, context.now());
      };
      await runDuringTransaction(db, signIn, () =>
        removePerson(db, { merchantId: MERCHANT, id: person.id }, ALICE),
      );
      assert.deepEqual(await db.kysely.selectFrom('console_sessions').selectAll().execute(), []);
    } finally {
      await db.close();
    }
  });

  it('refuses a link for staff of another merchant or for a role of another team', async () => {
    const { db, context } = await openStore(await database());
    const invite = (merchantId: string, email: string, role: Role) =>
      invitePerson(context, { merchantId, email, role }, SOMEBODY);
    try {
      await addMerchant(db, 'merchant-b');
      await invite('merchant-b', 'bo@b.example', 'viewer');
      await invite('', 'olga@gateway.example', 'operator');
      const kept = await db.kysely.selectFrom('console_links').select('token_hash').execute();
      for (const email of ['bo@b.example', 'Olga@Gateway.example'])
        await assert.rejects(invite(MERCHANT, email, 'admin'), /in use elsewhere/);
      await assert.rejects(invite('', 'bo@b.example', 'operator'), /in use elsewhere/);
      await assert.rejects(invite(MERCHANT, 'ravi@air.example', 'operator'), /Operators belong/);
      await assert.rejects(invite('', 'ravi@air.example', 'admin'), /Operators belong/);
      assert.deepEqual(await db.kysely.selectFrom('console_links').select('token_hash').execute(), kept);
    } finally {
      await db.close();
    }
  });
});
