import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { createApiKey, revokeApiKey } from '../credentials/api-keys.ts';
import { auditChecks } from '../operation/doctor/audit.ts';
import type { CheckContext, Verdict } from '../operation/doctor/check.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { openWithLongTimeouts } from '../testing/open-with-long-timeouts.ts';
import { addMerchant, MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import type { Actor } from './actor.ts';
import { entryHash } from './entry-hash.ts';
import { eraseName } from './erase-name.ts';
import { AuditContentError } from './forbidden.ts';
import { type AuditEntry, type AuditFilter, listAudit } from './list.ts';
import { type Change, recordAudit } from './record.ts';
import { verifyAudit } from './verify.ts';

const ALICE: Actor = { channel: 'console', id: 'usr_1', name: 'alice@gateway.example' };
const BOB: Actor = { channel: 'cli', id: '', name: 'bob' };

onBothEngines('the audit log', ({ database, distributed, engine }) => {
  const record = (store: TestStore, by: Actor, change: Change): Promise<void> =>
    inTransaction(store.db, (tx) => recordAudit(tx, by, change));

  /** A store with five entries of a merchant by two people. */
  async function recorded(): Promise<TestStore> {
    const store = await openStore(await database());
    for (const [index, by] of [ALICE, BOB, ALICE, BOB, ALICE].entries()) {
      const change = { before: { step: index }, after: { step: index + 1 } };
      const id = { merchantId: MERCHANT, action: 'merchant.changed', subject: MERCHANT };
      await record(store, by, { ...id, ...change, at: 1000 + index });
    }
    return store;
  }

  const verdict = async ({ db, context, sealer }: TestStore): Promise<Verdict> => {
    const [check] = auditChecks;
    if (!check) throw new Error('there is no check');
    return check.run({ db, sealer, now: context.now } as CheckContext);
  };

  it('lists entries newest first: actor, channel, time, action, subject, and values before and after', async () => {
    const store = await recorded();
    const [newest, ...rest] = await listAudit(store.db, { merchantId: MERCHANT });
    const { hash, ...shown } = newest ?? {};
    assert.deepEqual(shown, {
      merchantId: MERCHANT,
      number: 5,
      at: 1004,
      channel: 'console',
      actor: 'usr_1',
      name: 'alice@gateway.example',
      action: 'merchant.changed',
      subject: MERCHANT,
      before: { step: 4 },
      after: { step: 5 },
    });
    assert.match(hash ?? '', /^[0-9a-f]{64}$/);
    assert.deepEqual(
      rest.map(({ number }) => number),
      [4, 3, 2, 1],
    );
    await store.db.close();
  });

  it('pages without gaps or repetitions, in one chain and across all chains', async () => {
    const store = await recorded();
    await addMerchant(store.db, 'merchant-b');
    for (const merchantId of ['merchant-b', '', 'merchant-b'])
      await record(store, BOB, { merchantId, action: 'test', at: 1002 });
    for (const filter of [{ merchantId: MERCHANT }, {}]) {
      const whole = await listAudit(store.db, filter);
      const paged: AuditEntry[] = [];
      for (let page = await listAudit(store.db, { ...filter, limit: 2 }); page.length > 0; ) {
        paged.push(...page);
        const last = page.at(-1);
        if (!last) break;
        const before = { at: last.at, merchant_id: last.merchantId, number: last.number };
        page = await listAudit(store.db, { ...filter, limit: 2, before });
      }
      assert.deepEqual(paged, whole);
    }
    await store.db.close();
  });

  it('stays valid under concurrent writers, and rolls back with the change it records', async () => {
    const url = await database();
    const store = await openStore(url);
    const other = openWithLongTimeouts(url);
    const many = Array.from({ length: 40 }, (_, index) =>
      inTransaction(index % 2 ? store.db : other, (tx) =>
        recordAudit(tx, BOB, { merchantId: MERCHANT, action: 'test', after: { index } }),
      ),
    );
    await Promise.all(many);
    const lost = inTransaction(store.db, async (tx) => {
      await recordAudit(tx, BOB, { merchantId: MERCHANT, action: 'never' });
      throw new Error('the change failed');
    });
    await assert.rejects(lost, /the change failed/);
    const { entries, heads, faults } = await verifyAudit(store.db);
    assert.deepEqual(faults, []);
    assert.equal(entries, 41, '40 entries, and the start of the chain in the operator’s');
    assert.deepEqual(
      heads.map(({ merchant_id, number }) => [merchant_id, number]),
      [
        ['', 1],
        [MERCHANT, 40],
      ],
    );
    await other.close();
    await store.db.close();
  });

  const attacks: [name: string, statements: string[], says: RegExp][] = [
    ['a changed value', [`update audit_log set after = '{"step":9}' where number = 3`], /entry 3 .*changed/],
    ['a changed author', [`update audit_log set actor = 'usr_2' where number = 3`], /entry 3 .*changed/],
    ['a changed time', ['update audit_log set at = at + 1 where number = 5'], /entry 5 .*changed/],
    ...['channel', 'action', 'subject', 'before', 'name_hash', 'previous', 'hash'].map(
      (column): [string, string[], RegExp] => [
        `a changed column ${column}`,
        [`update audit_log set ${column} = 'api' where number = 3`],
        /entry 3 .*changed/,
      ],
    ),
    [
      'an entry that was moved to another chain',
      [`update audit_log set merchant_id = 'merchant-b' where number = 1 and merchant_id <> ''`],
      /entry 1 of merchant-b: it was changed/,
    ],
    ['a removed entry', ['delete from audit_log where number = 3'], /entry 3 .*missing/],
    [
      'a removed first entry',
      [`delete from audit_log where number = 1 and merchant_id <> ''`],
      /entry 1 .*missing/,
    ],
    ['a removed last entry', ['delete from audit_log where number = 5'], /entry 5 .*missing/],
    [
      'entries that changed places',
      [
        'update audit_log set number = 100 where number = 2',
        'update audit_log set number = 2 where number = 3',
        'update audit_log set number = 3 where number = 100',
      ],
      /entry 2 .*changed/,
    ],
    [
      'a removed entry whose successors were renumbered',
      [
        'delete from audit_log where number = 3',
        'update audit_log set number = 3 where number = 4',
        'update audit_log set number = 4 where number = 5',
        `update audit_heads set number = 4 where merchant_id <> ''`,
      ],
      /entry 3 .*changed/,
    ],
    [
      'a whole chain',
      [`delete from audit_log where merchant_id <> ''`, `delete from audit_heads where merchant_id <> ''`],
      /entry 1 of merchant-a: it is missing/,
    ],
    [
      'an entry without a head',
      [`delete from audit_heads where merchant_id <> ''`],
      /entry 5 .*past the end/,
    ],
    [
      'an entry past the head',
      [
        `update audit_heads set number = 4,
          hash = (select hash from audit_log where audit_log.merchant_id = audit_heads.merchant_id and number = 4)
          where merchant_id <> ''`,
      ],
      /entry 5 .*past the end/,
    ],
    [
      'another name',
      [`update audit_names set name = 'mallory' where number = 2`],
      /entry 2 .*name was changed/,
    ],
    [
      'a name removed beside the log',
      [`delete from audit_names where number = 2`],
      /entry 2 .*name was removed, and no entry says so/,
    ],
  ];
  for (const [name, statements, says] of attacks) {
    // Citus refuses to move a row to another shard.
    it(`doctor finds ${name}`, { skip: distributed && name.includes('another chain') }, async () => {
      const store = await recorded();
      assert.equal((await verdict(store)).state, 'ok');
      for (const statement of statements) await sql.raw(statement).execute(store.db.kysely);
      const { state, detail } = await verdict(store);
      assert.equal(state, 'fault');
      assert.match(detail ?? '', says);
      await store.db.close();
    });
  }

  it('doctor finds a changed entry whose hash was recalculated', async () => {
    const store = await recorded();
    const { kysely } = store.db;
    const entry = await kysely
      .selectFrom('audit_log')
      .selectAll()
      .where('merchant_id', '=', MERCHANT)
      .where('number', '=', 3)
      .executeTakeFirstOrThrow();
    const forged = { ...entry, after: '{"step":9}' };
    await kysely
      .updateTable('audit_log')
      .set({ after: forged.after, hash: entryHash(forged) })
      .where('merchant_id', '=', MERCHANT)
      .where('number', '=', 3)
      .execute();
    const { state, detail } = await verdict(store);
    assert.equal(state, 'fault');
    assert.match(detail ?? '', /entry 4 .*does not follow the previous one/);
    await store.db.close();
  });

  for (const later of [0, 1])
    it(`a complete rewrite is found by a head noted elsewhere ${later} entries earlier`, async () => {
      const store = await recorded();
      const { heads } = await verifyAudit(store.db);
      for (let step = 0; step < later; step += 1)
        await record(store, BOB, { merchantId: MERCHANT, action: 'later' });
      assert.deepEqual(
        (await verifyAudit(store.db, heads)).faults,
        [],
        'a head noted earlier is still part of it',
      );
      for (const table of ['audit_log', 'audit_names', 'audit_heads'] as const)
        await store.db.kysely.deleteFrom(table).execute();
      assert.deepEqual(
        (await verifyAudit(store.db, heads)).faults.map(({ merchantId, detail }) => [merchantId, detail]),
        ['', MERCHANT].map((merchantId) => [merchantId, 'it is missing']),
      );
      for (let step = 0; step < 5 + later; step += 1)
        await record(store, BOB, {
          merchantId: MERCHANT,
          action: 'merchant.changed',
          after: { forged: true },
        });
      const now = await verifyAudit(store.db);
      assert.deepEqual(now.faults, [], 'the rewritten log is consistent in itself');
      for (const known of [heads, [...heads, ...now.heads]]) {
        const { faults } = await verifyAudit(store.db, known);
        assert.match(faults.map(({ detail }) => detail).join(), /rewritten/);
      }
      await store.db.close();
    });

  it('erasing a name keeps the chain valid, removes the name and records the erasure', async () => {
    const store = await recorded();
    const erased = await inTransaction(store.db, (tx) =>
      eraseName(tx, MERCHANT, ALICE.name ?? '', { channel: 'console', id: 'usr_9', name: 'carol' }),
    );
    assert.equal(erased, 3);
    assert.equal((await verdict(store)).state, 'ok');
    const [erasure, ...entries] = await listAudit(store.db, { merchantId: MERCHANT });
    assert.deepEqual([erasure?.action, erasure?.after], ['audit.names_erased', { numbers: [1, 3, 5] }]);
    assert.deepEqual(
      entries.map(({ number, name }) => [number, name]),
      [
        [5, null],
        [4, 'bob'],
        [3, null],
        [2, 'bob'],
        [1, null],
      ],
    );
    for (const table of ['audit_log', 'audit_names', 'audit_heads'] as const) {
      const rows = await store.db.kysely
        .selectFrom(table)
        .selectAll()
        .where('merchant_id', '=', MERCHANT)
        .execute();
      assert.doesNotMatch(JSON.stringify(rows), /alice/);
    }
    await store.db.close();
  });

  it('an actor who erases their own name is not named in the entry of the erasure', async () => {
    const store = await recorded();
    await inTransaction(store.db, (tx) => eraseName(tx, MERCHANT, ALICE.name ?? '', ALICE));
    const [erasure] = await listAudit(store.db, { merchantId: MERCHANT });
    assert.deepEqual(
      [erasure?.action, erasure?.channel, erasure?.actor, erasure?.name],
      ['audit.names_erased', ALICE.channel, ALICE.id, null],
    );
    await store.db.close();
  });

  it('of more than a thousand entries stays valid after an erasure, which takes two entries', async () => {
    const store = await openStore(await database());
    const { db } = store;
    await inTransaction(db, async (tx) => {
      for (let step = 0; step < 1001; step += 1)
        await recordAudit(tx, ALICE, { merchantId: MERCHANT, action: 'test' });
    });
    assert.deepEqual((await verifyAudit(db)).faults, []);
    await inTransaction(db, (tx) => eraseName(tx, MERCHANT, ALICE.name ?? '', BOB));
    assert.deepEqual((await verifyAudit(db)).faults, []);
    const erasures = await listAudit(db, { merchantId: MERCHANT, limit: 2 });
    const numbers = Array.from({ length: 1001 }, (_, index) => index + 1);
    assert.deepEqual(
      erasures.map(({ after }) => after),
      [{ numbers: numbers.slice(1000) }, { numbers: numbers.slice(0, 1000) }],
    );
    await db.close();
  });

  it('pages through all chains with each entry once, also entries of the same millisecond', async () => {
    const store = await recorded();
    for (const _ of ['first', 'second', 'third'])
      await record(store, BOB, { merchantId: 'merchant-b', action: 'merchant.changed', at: 1004 });
    const all = (await listAudit(store.db)).map(({ hash }) => hash);
    const read: string[] = [];
    for (let before: AuditFilter['before']; read.length < all.length; ) {
      const [entry] = await listAudit(store.db, { before, limit: 1 });
      assert.ok(entry);
      read.push(entry.hash);
      before = { ...entry, merchant_id: entry.merchantId };
    }
    assert.deepEqual(read, all);
    assert.equal(new Set(read).size, 10);
    await store.db.close();
  });

  it('names the actor who started a chain, and an entry on another subject starts none', async () => {
    const store = await recorded();
    await record(store, BOB, { action: 'project.imported', subject: 'wind' });
    const [, started] = await listAudit(store.db, { merchantId: '' });
    assert.deepEqual([started?.action, started?.name], ['audit.chain_started', ALICE.name]);
    assert.equal((await verdict(store)).state, 'ok');
    await store.db.close();
  });

  it('refuses secrets and personal data, and does not quote them in the error', async () => {
    const store = await recorded();
    const fields = [
      'secret',
      'sealed',
      'payment_token',
      'password',
      'private_key',
      'key_hash',
      'api_key',
      'apiKey',
      'user_name',
      'tax_id',
      'email_key',
      'reason',
      'metadata',
    ];
    for (const field of fields)
      for (const part of ['before', 'after'] as const)
        await assert.rejects(
          record(store, BOB, { action: 'test', [part]: { inner: [{ [field]: 'unmistakable' }] } }),
          (error) => error instanceof AuditContentError && !error.message.includes('unmistakable'),
        );
    await store.db.close();
  });

  it('records that an API key was created and revoked, without the key or its secret', async () => {
    const store = await openStore(await database());
    const made = await createApiKey(store, MERCHANT, { scheme: 'hmac-sha256', label: 'one' }, BOB);
    assert.equal(await revokeApiKey(store.db, made.id, ALICE), true);
    assert.equal(await revokeApiKey(store.db, made.id, ALICE), false, 'once');
    await record(store, BOB, { merchantId: MERCHANT, action: 'merchant.changed', subject: MERCHANT });
    const entries = await listAudit(store.db, { merchantId: MERCHANT, subject: made.id });
    assert.deepEqual(
      entries.map(({ action, name }) => [action, name]),
      [
        ['api_key.revoked', ALICE.name],
        ['api_key.created', BOB.name],
      ],
    );
    const text = JSON.stringify(entries);
    for (const secret of [made.apiKey, made.secret ?? '']) assert.ok(!text.includes(secret));
    await store.db.close();
  });

  if (engine === 'postgres') {
    it('writers of different merchants do not wait for each other', async () => {
      const store = await openStore(await database());
      await addMerchant(store.db, 'merchant-b');
      for (const merchantId of [MERCHANT, 'merchant-b'])
        await record(store, BOB, { merchantId, action: 'first' });
      await store.db.kysely.transaction().execute(async (tx) => {
        await recordAudit(tx, BOB, { merchantId: MERCHANT, action: 'slow' });
        await record(store, BOB, { merchantId: 'merchant-b', action: 'meanwhile' });
      });
      const [entry] = await listAudit(store.db, { merchantId: 'merchant-b' });
      assert.equal(entry?.action, 'meanwhile');
      await store.db.close();
    });
  }
});
