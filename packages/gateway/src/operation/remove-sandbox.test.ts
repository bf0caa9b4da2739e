import assert from 'node:assert/strict';
import { it } from 'node:test';
import { topUp } from '../allotments/top-up.ts';
import { listAudit } from '../audit/list.ts';
import { createApiKey } from '../credentials/api-keys.ts';
import { rotateReceiptKey } from '../credentials/receipt-keys.ts';
import { createSealer } from '../credentials/seal.ts';
import { createPlatform } from '../merchants/create-platform.ts';
import { createOrder } from '../orders/create.ts';
import { listPortfolios } from '../projects/list-portfolios.ts';
import { createPortfolio, offerPortfolios } from '../projects/manage-portfolios.ts';
import { planRetirements } from '../retirements/plan.ts';
import { SANDBOX, SANDBOX_MASTER_KEY } from '../sandbox.ts';
import { seedSandbox } from '../seed-sandbox.ts';
import { onBothEngines } from '../testing/engines.ts';
import { hasLockWait } from '../testing/lock-wait.ts';
import { MERCHANT, openStore, settleOrder } from '../testing/store.ts';
import { until } from '../testing/until.ts';
import { requireMode } from './mode.ts';
import { removeSandbox } from './remove-sandbox.ts';
import { describeLeftovers } from './sandbox-leftovers.ts';

onBothEngines('removing the sandbox', ({ engine, database }) => {
  it('removes nothing of another merchant', async () => {
    const store = await openStore(await database());
    const { db, context, sealer } = store;
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
    const callback_url = 'https://air.example/n';
    const paid = JSON.parse((await createOrder(context, MERCHANT, { ...input, callback_url })).body);
    await settleOrder(store, paid.order_id, 'completed');
    await createOrder(context, MERCHANT, input);
    await createApiKey({ db, sealer }, MERCHANT, { scheme: 'hmac-sha256' });
    await createPlatform(db, MERCHANT);
    await rotateReceiptKey(db, sealer);
    const own = async (): Promise<unknown> => {
      const { kysely } = db;
      const ofMerchant = (['orders', 'api_keys', 'platforms', 'deliveries'] as const).map((table) =>
        kysely.selectFrom(table).selectAll().where('merchant_id', '=', MERCHANT).execute(),
      );
      const wind = kysely.selectFrom('credit_lots').selectAll().where('project', '=', 'wind').execute();
      const sealed = kysely.selectFrom('settings').selectAll().where('name', 'like', 'sealed:%').execute();
      return Promise.all([...ofMerchant, wind, sealed]);
    };
    const before = await own();
    await seedSandbox(db, sealer);
    assert.notDeepEqual(await describeLeftovers(db), []);
    await removeSandbox(context);
    assert.deepEqual(await describeLeftovers(db), []);
    assert.deepEqual(await own(), before);
    await db.close();
  });

  it('is refused, and removes nothing, if its merchant has paid orders of other projects', async () => {
    const store = await openStore(await database());
    const { db, context, sealer } = store;
    await requireMode(db, true);
    await seedSandbox(db, sealer);
    await createPortfolio(db, { id: 'own', name: 'Own', parts: [{ project: 'wind', share: 1 }] }, 0);
    const buy = async (portfolio: string): Promise<string> => {
      const input = { emission_amount: 1, emission_unit: 'kgCO2' as const, portfolio };
      return JSON.parse((await createOrder(context, SANDBOX.merchantId, input)).body).order_id;
    };
    await offerPortfolios(db, ['mangroves', 'own']);
    await settleOrder(store, await buy('mangroves'), 'completed');
    const own = await buy('own');
    await settleOrder(store, own, 'completed');
    await settleOrder(store, await buy('own'), 'failed');
    await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2', portfolio: 'own' });
    const before = await describeLeftovers(db);
    await assert.rejects(removeSandbox(context), ({ name, message }: Error) => {
      assert.equal(name, 'ModeError');
      assert.match(
        message,
        new RegExp(`1 paid order of other merchants or projects than the sandbox's \\(${own}\\)`),
      );
      return true;
    });
    assert.deepEqual(await describeLeftovers(db), before);
    await db.close();
  });

  it('leaves no credits of the sandbox to retire', async () => {
    const store = await openStore(await database());
    const { db, context, sealer } = store;
    const pay = async (merchant: string): Promise<void> => {
      const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
      const { body } = await createOrder(context, merchant, input);
      await settleOrder(store, JSON.parse(body).order_id, 'completed');
    };
    await pay(MERCHANT);
    await seedSandbox(db, sealer);
    await db.kysely.updateTable('projects').set({ active: 0 }).where('id', '=', 'wind').execute();
    await pay(SANDBOX.merchantId);
    const due = async (): Promise<string[]> => (await planRetirements(db)).map(({ project }) => project);
    assert.deepEqual(await due(), ['sandbox-wind', 'wind']);
    await removeSandbox(context);
    assert.deepEqual(await due(), ['wind']);
    await db.close();
  });

  it('removes the keys of receipts under the public master key', async () => {
    const { db, context } = await openStore(await database());
    await rotateReceiptKey(db, createSealer(SANDBOX_MASTER_KEY));
    const [line] = await describeLeftovers(db);
    assert.match(line ?? '', /^other secrets under the public master key of the sandbox: sealed:/);
    await removeSandbox(context);
    assert.deepEqual(await describeLeftovers(db), []);
    await db.close();
  });

  it('frees the identifiers of its portfolios, except of one in an order, which is withdrawn', async () => {
    const { db, context, sealer } = await openStore(await database());
    await seedSandbox(db, sealer);
    const own = { id: 'own', name: 'Own', parts: [{ project: 'wind', share: 1 }] };
    await createPortfolio(db, own, 0);
    await offerPortfolios(db, ['mangroves', 'wind', 'own']);
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const, portfolio: 'mangroves' };
    await createOrder(context, SANDBOX.merchantId, input);
    const last = (await removeSandbox(context)).at(-1);
    assert.equal(last, 'portfolios: aviation-fuel, mangroves, wind, wind-and-mangroves');
    const left = await listPortfolios({ reader: db.kysely });
    assert.deepEqual(
      left.map(({ id, position }) => [id, position]),
      [
        ['own', 3],
        ['mangroves', null],
      ],
    );
    await createPortfolio(db, { ...own, id: 'wind' }, 0);
    assert.deepEqual(await removeSandbox(context), []);
    await db.close();
  });

  it('leaves no order of a removed portfolio, though one is being stored meanwhile', {
    skip: engine === 'sqlite',
  }, async () => {
    const { db, context, sealer } = await openStore(await database());
    await seedSandbox(db, sealer);
    await offerPortfolios(db, ['mangroves']);
    const lots = db.kysely.selectFrom('credit_lots').select('id').where('project', '=', 'sandbox-mangroves');
    const key = { merchant_id: SANDBOX.merchantId, lot: (await lots.executeTakeFirstOrThrow()).id };
    const held = Promise.withResolvers<void>();
    const ordered = Promise.withResolvers<void>();
    const holding = db.transaction(async (tx) => {
      // Only the removal writes platforms: on Citus, locked projects would keep the top-up waiting, too.
      await tx.selectFrom('platforms').select('id').forUpdate().execute();
      held.resolve();
      await ordered.promise;
    });
    await held.promise;
    const removing = removeSandbox(context);
    await until(() => hasLockWait(db), 'a removal that waits to delete a platform');
    await topUp(db, { ...key, grams: 1000 }, 0);
    const { ordering } = await db.transaction(async (tx) => {
      // Orders lock allotments last, after all their reads.
      await tx
        .selectFrom('allotments')
        .select('lot')
        .where('merchant_id', '=', key.merchant_id)
        .forUpdate()
        .execute();
      const input = { emission_amount: 1, emission_unit: 'kgCO2' as const, portfolio: 'mangroves' };
      const ordering = Promise.allSettled([createOrder(context, key.merchant_id, input)]);
      await until(() => hasLockWait(db, 2), 'an order that waits');
      ordered.resolve();
      await Promise.all([holding, removing]);
      return { ordering };
    });
    await ordering;
    const gone = db.kysely
      .selectFrom('orders')
      .select('portfolio')
      .where('portfolio', 'not in', ({ selectFrom }) => selectFrom('portfolios').select('id'));
    assert.deepEqual(await gone.execute(), []);
    await db.close();
  });

  it('ends its pending webhooks, and is recorded if it removed anything', async () => {
    const store = await openStore(await database());
    const { db, context, sealer } = store;
    const by = { channel: 'cli', id: '' } as const;
    await removeSandbox(context, by);
    assert.deepEqual(await listAudit(db), []);
    await seedSandbox(db, sealer);
    const input = { emission_amount: 0, emission_unit: 'kgCO2' as const };
    const order = { ...input, callback_url: 'https://air.example/n' };
    await createOrder(context, SANDBOX.merchantId, order);
    await db.kysely.updateTable('deliveries').set({ state: 'delivered' }).execute();
    await createOrder(context, SANDBOX.merchantId, order);
    const states = async (): Promise<string[]> =>
      (await db.kysely.selectFrom('deliveries').select('state').orderBy('sequence').execute()).map(
        ({ state }) => state,
      );
    assert.deepEqual(await states(), ['delivered', 'pending']);
    await removeSandbox(context, by);
    assert.deepEqual(await states(), ['delivered', 'dead']);
    assert.deepEqual(
      (await listAudit(db)).map(({ action }) => action),
      ['sandbox.removed'],
    );
    await db.close();
  });
});
