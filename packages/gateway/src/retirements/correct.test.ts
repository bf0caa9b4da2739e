import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { documentHash, MAX_NAMED, type RetirementBatch, verifyBatches } from '@flight-offset/core/retirement';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { listAudit } from '../audit/list.ts';
import { publicHalf, readOrCreateReceiptKeys, rotateReceiptKey } from '../credentials/receipt-keys.ts';
import { importCatalogue } from '../projects/import.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { order, publisherOf, retirement, stateOnReceipt } from '../testing/retired-orders.ts';
import { openStore, PROJECT, type TestStore } from '../testing/store.ts';
import { signBatch } from './batch-document.ts';
import { type Correction, correctRetirement } from './correct.ts';
import { findBatchDamage } from './damage.ts';
import { findCorrectedDocument, listCoveredBatches } from './find.ts';
import { openBatch, recordRetirement } from './record.ts';

const SERIALS = [{ block: 'T-1-2024-*', first: 501, last: 501 }];
const REASON = 'Two digits were mixed up';

/** A store whose first retirement, of a tonne, covers a batch. */
async function openRetired(database: string) {
  const store = await openStore(database);
  const id = await order(store, 600, 'completed');
  const batch = await recordRetirement(publisherOf(store), retirement(1));
  assert.ok(batch?.document);
  const { id: rtm } = await store.db.kysely.selectFrom('retirements').select('id').executeTakeFirstOrThrow();
  store.setNow(store.context.now() + 60_000);
  const correct = (change: Partial<Correction>, by?: Parameters<typeof correctRetirement>[3]) =>
    correctRetirement(publisherOf(store), rtm, { reason: REASON, ...change }, by);
  return { store, order: id, batch: { ...batch, document: batch.document }, rtm, correct };
}

const keysOf = async ({ db, sealer }: TestStore) => ({
  keys: (await readOrCreateReceiptKeys(db, sealer)).map(publicHalf).map((key) => ({ ...key, kty: 'OKP' })),
});

const statedIn = (document: string | null | undefined) => decodeJwt<RetirementBatch>(document ?? '');

onBothEngines('a correction', ({ database, engine }) => {
  it('of serial numbers, date and URL is signed into the batch anew, and orders keep their proofs', async () => {
    const { store, order: id, batch, rtm, correct } = await openRetired(await database());
    const by = { channel: 'cli', id: 'cli', name: 'ops' } as const;
    const url = 'https://registry.example/retirements/2';
    const [corrected, more] = await correct({ serials: SERIALS, retiredOn: '2026-12-13', url }, by);

    assert.deepEqual([corrected?.id, more], [batch.id, undefined]);
    const { retirements, corrects, ...rest } = statedIn(corrected?.document);
    const { retirements: before, ...restBefore } = statedIn(batch.document);
    assert.deepEqual(rest, restBefore);
    assert.deepEqual(retirements, [{ ...before[0], serials: SERIALS, date: '2026-12-13', url }]);
    const hash = await documentHash(batch.document);
    const corrected_at = new Date(store.context.now()).toISOString();
    assert.deepEqual(corrects, [{ document: hash, corrected_at, reason: REASON }]);
    assert.equal(await stateOnReceipt(store, id), 'retired');
    // The earlier document is still there, and verifiers that have both take the new one.
    const earlier = await findCorrectedDocument({ reader: store.db.kysely }, batch.id, hash);
    assert.equal(earlier, batch.document);
    for (const other of ['\0', `${hash}\0`, 'none'])
      assert.equal(await findCorrectedDocument({ reader: store.db.kysely }, batch.id, other), undefined);
    const verified = await verifyBatches([batch.document, corrected?.document ?? ''], await keysOf(store));
    assert.deepEqual(
      verified.map((one) => one.retirements[0]?.url),
      [url],
    );
    const [{ action, subject, before: was, after: is } = {}] = await listAudit(store.db, { limit: 1 });
    assert.deepEqual([action, subject], ['retirement.corrected', rtm]);
    assert.deepEqual((was as { serials: string[] }).serials, ['T-1-2024-1']);
    assert.deepEqual((is as { serials: string[]; batches: string[] }).serials, ['T-1-2024-501']);
    assert.deepEqual((is as { batches: string[] }).batches, [batch.id]);
    await store.db.close();
  });

  it('signs only batches that name the retirement', async () => {
    const { store, batch, correct } = await openRetired(await database());
    const named = [batch.id];
    for (const [kg, first] of [
      [400, 2],
      [600, 3],
    ] as const) {
      await order(store, kg, 'completed');
      named.push((await recordRetirement(publisherOf(store), retirement(1, first)))?.id ?? '');
    }
    const corrected = await correct({ serials: SERIALS });
    assert.deepEqual(
      corrected.map(({ id }) => id),
      named.slice(0, 2),
    );
    await store.db.close();
  });

  it('is refused after 100 corrections of a batch, as many as verifiers read', async () => {
    const { store, batch, correct } = await openRetired(await database());
    let document = batch.document;
    for (let index = 0; index < MAX_NAMED; index += 1) {
      const [corrected] = await correct({ url: `https://registry.example/${index}` });
      document = corrected?.document ?? '';
    }
    await assert.rejects(correct({ url: 'https://registry.example/more' }), /was corrected 100 times/);
    const [stated] = await verifyBatches([document], await keysOf(store));
    assert.equal(stated?.corrects?.length, MAX_NAMED);
    await store.db.close();
  });

  it('of a retirement in two batches is stated by both, with all earlier corrections', async () => {
    const { store, order: id, rtm, correct } = await openRetired(await database());
    const second = await order(store, 400, 'completed');
    const next = await recordRetirement(publisherOf(store), retirement(1, 2));
    assert.equal((await correct({ serials: SERIALS })).length, 2);
    for (const one of [id, second]) assert.equal(await stateOnReceipt(store, one), 'retired');
    store.setNow(store.context.now() + 60_000);
    const [, last] = await correct({ retiredOn: '2026-12-13' });
    assert.equal(last?.id, next?.id);
    const { retirements, corrects } = statedIn(last?.document);
    assert.deepEqual(
      retirements.map(({ date, serials }) => [date, serials[0]?.first]),
      [['2026-12-13', 501]],
    );
    assert.equal(corrects?.length, 2);
    const batches = await listCoveredBatches({ reader: store.db.kysely });
    assert.deepEqual(
      batches.map(({ corrections }) => corrections.length),
      [2, 2],
    );
    // The rest of a corrected retirement still belongs to it.
    assert.equal((await store.db.kysely.selectFrom('retirements').select('id').execute()).length, 2);
    for (const { batch } of batches) {
      const { document } = await store.db.kysely
        .selectFrom('retirement_batches')
        .select('document')
        .where('id', '=', batch.id)
        .executeTakeFirstOrThrow();
      const checked = { id: batch.id, document: document ?? '' };
      const damage = () =>
        keysOf(store).then((keys) => findBatchDamage(store.db, checked, { keys, readsOrders: true }));
      assert.equal(await damage(), undefined);
      const earlier = store.db.kysely.updateTable('corrected_batches').where('batch', '=', batch.id);
      await earlier.set({ document: 'another' }).execute();
      assert.match((await damage()) ?? '', /that was corrected is gone, or was changed/);
    }
    assert.ok(rtm);
    await store.db.close();
  });

  it('frees the wrong serial numbers for other retirements, and takes the right ones', async () => {
    const { store, correct } = await openRetired(await database());
    await correct({ serials: SERIALS });
    const last = await order(store, 1000, 'completed');
    await assert.rejects(recordRetirement(publisherOf(store), retirement(1, 501)), /overlaps/);
    await recordRetirement(publisherOf(store), retirement(1, 1));
    assert.equal(await stateOnReceipt(store, last), 'retired');
    await assert.rejects(correct({ serials: [{ block: 'T-1-2024-*', first: 1, last: 1 }] }), {
      name: 'SerialsReusedError',
    });
    await store.db.close();
  });

  const REFUSED: readonly (readonly [name: string, change: Partial<Correction>, message: RegExp])[] = [
    ['of nothing', {}, /with these values already/],
    ['to what was recorded', { retiredOn: '2026-12-14' }, /with these values already/],
    ['to other tonnes', { serials: [{ ...SERIALS[0]!, last: 502 }] }, /2 serial numbers for 1 t/],
    [
      'to serial numbers of another project',
      { serials: [{ block: 'T-2-2024-*', first: 1, last: 1 }] },
      /T-2-2024-1 begins like lot sun-1 of sun/,
    ],
    ['to a day to come', { retiredOn: '2027-12-14' }, /is in the future/],
    ['to no address', { url: 'registry.example' }, /must be an https address/],
    ['to what is no certificate', { certificate: new Uint8Array(5) }, /must be a PDF/],
    ['with a long reason', { reason: 'a'.repeat(501), retiredOn: '2026-12-13' }, /1 to 500 characters/],
    ['without a reason', { reason: ' ', retiredOn: '2026-12-13' }, /1 to 500 characters/],
    ['with a reason of two lines', { reason: 'one\ntwo', retiredOn: '2026-12-13' }, /a line of 1/],
  ];
  it('is refused as a whole if its values could not have been recorded', async () => {
    const { store, batch, correct } = await openRetired(await database());
    const lots = [{ id: 'sun-1', serial_prefix: 'T-2-', grams: 1e9 }];
    await importCatalogue(store.db, { projects: [{ ...PROJECT, id: 'sun', lots }] });
    for (const [name, change, message] of REFUSED) await assert.rejects(correct(change), { message }, name);
    const missing = correctRetirement(publisherOf(store), 'rtm_x', { reason: REASON });
    await assert.rejects(missing, /there is no retirement rtm_x/);
    const [row] = await store.db.kysely.selectFrom('retirement_batches').select('document').execute();
    assert.equal(row?.document, batch.document);
    assert.deepEqual(await store.db.kysely.selectFrom('corrected_batches').selectAll().execute(), []);
    await store.db.close();
  });

  it('is refused while a batch that may name the retirement is not published', async () => {
    const { store, correct } = await openRetired(await database());
    await inTransaction(store.db, (tx) => openBatch(tx, 'wind', store.context.now()));
    await assert.rejects(correct({ serials: SERIALS }), /is not published yet; run: .* retirements publish/);
    await store.db.close();
  });

  it('of a batch that was changed in the database is refused', async () => {
    const { store, batch, correct } = await openRetired(await database());
    const set = (document: string) =>
      store.db.kysely.updateTable('retirement_batches').set({ document }).execute();
    await set(batch.document.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')));
    await assert.rejects(
      correct({ serials: SERIALS }),
      /is damaged: The batch was changed after it was signed/,
    );
    await set(batch.document);
    await store.db.kysely.updateTable('retirements').set({ url: 'https://other.example/' }).execute();
    await assert.rejects(correct({ serials: SERIALS }), /is damaged: Its document and its rows differ/);
    await store.db.close();
  });

  it('of only the URL succeeds though the registry states other serial numbers', async () => {
    const { store, batch, correct } = await openRetired(await database());
    const range = { registry: 'testregistry', block: 't-1-2024-*', shown: 'T-1-2024-*', first: 1, last: 9 };
    const stated = { vintage: 2024, retired_on: '2026-11-01', ccp_label: 0, exported_on: '2026-12-15' };
    await store.db.kysely
      .insertInto('registry_credits')
      .values({ project: 'wind', ...range, ...stated })
      .execute();
    const others = [{ ...SERIALS[0]!, first: 2, last: 2 }];
    for (const change of [{ serials: others }, { retiredOn: '2026-12-13' }])
      await assert.rejects(correct(change), /the registry states otherwise: .* on 2026-11-01/);
    const [corrected] = await correct({ url: 'https://registry.example/é' });
    const [first] = statedIn(corrected?.document).retirements;
    assert.deepEqual(first, {
      ...statedIn(batch.document).retirements[0],
      url: 'https://registry.example/%C3%A9',
    });
    await correct({ retiredOn: '2026-11-01' });
    await store.db.close();
  });

  it('that would make a batch longer than verifiers read is not signed', async () => {
    const { store, batch } = await openRetired(await database());
    const [key] = await readOrCreateReceiptKeys(store.db, store.sealer);
    const stated = statedIn(batch.document);
    const earlier = { document: stated.root, corrected_at: stated.published_at, reason: 'a'.repeat(10_000) };
    const corrects = Array.from({ length: 75 }, () => earlier);
    await assert.rejects(
      signBatch({ ...stated, corrects }, key ?? {}),
      /verifiers read 1000000; state fewer/,
    );
    await signBatch({ ...stated, corrects: corrects.slice(2) }, key ?? {});
    await store.db.close();
  });

  it('of a batch whose ranges are in another order succeeds', async () => {
    const store = await openStore(await database());
    await order(store, 1600, 'completed');
    const serials = ['a', 'b'].map((letter) => ({ block: `T-1-2024-${letter}-*`, first: 1, last: 1 }));
    const batch = await recordRetirement(publisherOf(store), retirement(2, 0, { serials }));
    const stated = statedIn(batch?.document);
    const [part] = stated.retirements;
    const moved = { ...stated, retirements: [{ ...part!, serials: serials.toReversed() }] };
    const [key] = await readOrCreateReceiptKeys(store.db, store.sealer);
    const document = await signBatch(moved, key ?? {});
    await store.db.kysely.updateTable('retirement_batches').set({ document }).execute();
    const { id } = await store.db.kysely.selectFrom('retirements').select('id').executeTakeFirstOrThrow();
    const change = { reason: REASON, retiredOn: '2026-12-13' };
    const [corrected] = await correctRetirement(publisherOf(store), id, change);
    const verified = await verifyBatches([document, corrected?.document ?? ''], await keysOf(store));
    assert.deepEqual(
      verified.map(({ retirements }) => retirements[0]?.date),
      ['2026-12-13'],
    );
    await store.db.close();
  });

  it('of a retirement that covers no order yet changes only the next batch', async () => {
    const store = await openStore(await database());
    await recordRetirement(publisherOf(store), retirement(1));
    const { id } = await store.db.kysely.selectFrom('retirements').select('id').executeTakeFirstOrThrow();
    const certificate = new TextEncoder().encode('%PDF-1.7 of the registry');
    const change = { reason: REASON, serials: SERIALS, certificate };
    assert.deepEqual(await correctRetirement(publisherOf(store), id, change), []);
    await order(store, 600, 'completed');
    const batch = await recordRetirement(publisherOf(store), retirement(1));
    const [first] = statedIn(batch?.document).retirements;
    assert.deepEqual(first?.serials, SERIALS);
    assert.equal(first?.certificate_sha256?.length, 43);
    assert.equal(statedIn(batch?.document).corrects, undefined);
    await store.db.close();
  });

  it('of only the certificate is stated and audited, and a repeat of it is refused', async () => {
    const { store, rtm, correct } = await openRetired(await database());
    const by = { channel: 'cli', id: 'cli', name: 'ops' } as const;
    let before: string | null = null;
    for (const text of ['%PDF-1.7 of the registry', '%PDF-1.7 of the registry, of the right year']) {
      const certificate = new TextEncoder().encode(text);
      const [corrected] = await correct({ certificate }, by);
      const sha256 = statedIn(corrected?.document).retirements[0]?.certificate_sha256;
      assert.equal(sha256, createHash('sha256').update(text).digest('base64url'));
      const [entry] = await listAudit(store.db, { subject: rtm });
      const certificates = [entry?.before, entry?.after].map(
        (facts) => (facts as { certificate_sha256: string | null }).certificate_sha256,
      );
      assert.deepEqual(certificates, [before, sha256]);
      before = sha256 ?? null;
      await assert.rejects(correct({ certificate }), /with these values already/);
    }
    await store.db.close();
  });

  it('signs with the newest key a batch that was published just before it', async () => {
    const { store, rtm } = await openRetired(await database());
    await order(store, 400, 'completed');
    let isFirst = true;
    const transaction: Database['transaction'] = async (work) => {
      if (isFirst) {
        isFirst = false;
        await rotateReceiptKey(store.db, store.sealer);
        await recordRetirement(publisherOf(store), retirement(1, 2));
      }
      return store.db.transaction(work);
    };
    const late = { ...publisherOf(store), db: { ...store.db, transaction } };
    const corrected = await correctRetirement(late, rtm, { reason: REASON, serials: SERIALS });
    const newest = (await readOrCreateReceiptKeys(store.db, store.sealer)).at(-1)?.kid;
    assert.deepEqual(
      corrected.map(({ document }) => decodeProtectedHeader(document ?? '').kid),
      [newest, newest],
    );
    await store.db.close();
  });

  if (engine === 'postgres')
    it('concurrent with another, or with a new retirement, keeps all that were made', async () => {
      const { store, batch, correct } = await openRetired(await database());
      await order(store, 400, 'completed');
      const settled = await Promise.allSettled([
        correct({ serials: SERIALS }),
        correct({ retiredOn: '2026-12-13' }),
        recordRetirement(publisherOf(store), retirement(1, 2)),
      ]);
      // A correction that comes while the next batch is open is refused, and can be made again.
      for (const one of settled)
        if (one.status === 'rejected') assert.match(String(one.reason), /is not published yet/);
      const rows = await store.db.kysely
        .selectFrom('retirement_batches')
        .select(['id', 'document'])
        .execute();
      const keys = await keysOf(store);
      assert.equal(
        (
          await verifyBatches(
            rows.map(({ document }) => document ?? ''),
            keys,
          )
        ).length,
        2,
      );
      for (const { id, document } of rows)
        assert.equal(
          await findBatchDamage(store.db, { id, document: document ?? '' }, { keys, readsOrders: true }),
          undefined,
        );
      const own = statedIn(rows.find(({ id }) => id === batch.id)?.document).corrects ?? [];
      const made = settled.slice(0, 2).filter(({ status }) => status === 'fulfilled');
      assert.equal(own.length, made.length);
      await store.db.close();
    });
});
