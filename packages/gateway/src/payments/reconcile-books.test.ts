import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Provider, RefundReport, Report } from '../providers/provider.ts';
import { sandboxProvider } from '../providers/sandbox.ts';
import { readSetting } from '../store/settings.ts';
import { onBothEngines } from '../testing/engines.ts';
import { openStore } from '../testing/store.ts';
import { comparedUntilSetting, reconcileBooks } from './reconcile-books.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

onBothEngines('the books of a provider', ({ database }) => {
  it('are compared from an hour before the last time; their refunds once a day, of a month more', async () => {
    const store = await openStore(await database());
    const { context, db } = store;
    const queried: [list: string, hoursAgo: number][] = [];
    const note = (list: string, since: number): void => {
      queried.push([list, (context.now() - since) / HOUR_MS]);
    };
    let away = false;
    const provider: Provider = {
      ...sandboxProvider(),
      async *reportsSince(since) {
        note('reports', since);
        if (away) throw new Error('away');
        yield* [];
      },
      async *refundsSince(since) {
        note('refunds', since);
        yield* [];
      },
    };
    const began = context.now();
    const compare = async (at: number, since?: number): Promise<[string, number][]> => {
      store.setNow(at);
      queried.length = 0;
      await reconcileBooks(context, provider, since);
      return [...queried];
    };
    const refunds = (hoursAgo: number) => ['refunds', 30 * 24 + hoursAgo] as const;
    assert.deepEqual(await compare(began), [['reports', 25], refunds(25)], 'a day, the first time');
    assert.deepEqual(await compare(began + 2 * HOUR_MS), [['reports', 3]]);
    assert.deepEqual(await compare(began + DAY_MS), [['reports', 23], refunds(23)], 'another day');
    const off = 89 * 24 + 1;
    assert.deepEqual(
      await compare(began + 90 * DAY_MS),
      [['reports', off], refunds(off)],
      'all the time for which no gateway ran',
    );
    const noon = began + 90 * DAY_MS + 12 * HOUR_MS;
    away = true;
    await assert.rejects(compare(noon), /away/);
    away = false;
    assert.deepEqual(await compare(noon), [['reports', 13]], 'what failed is compared again');
    const later = noon + HOUR_MS;
    assert.deepEqual(
      await compare(later, later - 50 * DAY_MS),
      [['reports', 50 * 24], refunds(50 * 24)],
      'since the given time',
    );
    assert.deepEqual(await compare(later), [['reports', 1]], 'which was since the last time too');
    const far = String(later + 7 * DAY_MS);
    const name = comparedUntilSetting(provider.name);
    await db.kysely.updateTable('settings').set({ value: far }).where('name', '=', name).execute();
    assert.deepEqual(await compare(later), [['reports', 1]], 'a clock that was ahead hides nothing');
    await db.close();
  });

  it('look up only the failed ones among refunds of unknown money', async () => {
    const { context, db } = await openStore(await database());
    const looked: string[] = [];
    const refunds = (['pending', 'completed', 'failed'] as const).map(
      (state): RefundReport => ({
        kind: 'refund',
        cause: 'provider',
        reference: state,
        paymentReference: `money of ${state}`,
        amount: { currency: 'INR', amount_minor: 1 },
        state,
      }),
    );
    const provider: Provider = {
      ...sandboxProvider(),
      async *refundsSince() {
        yield* refunds;
      },
      async findByMoney(reference) {
        looked.push(reference);
        return undefined;
      },
    };
    assert.deepEqual(await reconcileBooks(context, provider), { reports: 0, unclaimed: 0 });
    assert.deepEqual(looked, ['money of failed']);
    await db.close();
  });

  it('apply the other reports if one cannot be applied, and read all of them again the next time', async () => {
    const { context, db } = await openStore(await database());
    const looked: string[] = [];
    const provider: Provider = {
      ...sandboxProvider(),
      async *reportsSince() {
        for (const paymentReference of ['broken', 'sound'])
          yield { kind: 'money', paymentReference } satisfies Report;
      },
      async findByMoney(reference) {
        looked.push(reference);
        if (reference === 'broken') throw new TypeError('a payment without a currency');
        return undefined;
      },
    };
    await assert.rejects(reconcileBooks(context, provider), /without a currency/);
    assert.deepEqual(looked, ['broken', 'sound']);
    assert.equal(await readSetting(db.kysely, comparedUntilSetting(provider.name)), undefined);
    await db.close();
  });
});
