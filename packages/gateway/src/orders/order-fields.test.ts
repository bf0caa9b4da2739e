/** What a merchant sends with an order is not lost on the way: in the order, the export, the console, an erasure. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type CreateOrder, createOrderSchema, parse } from '@flight-offset/core';
import { showOrderDetail } from '../console/show-order.ts';
import { createPortfolio, offerPortfolios } from '../projects/manage-portfolios.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { eraseUser } from '../users/erase-user.ts';
import { createOrder } from './create.ts';
import { csvLine } from './csv/csv.ts';
import { findOrder, showOrder } from './find.ts';

/** One field of a create, with all it may hold. */
interface Field<T> {
  readonly sent: NonNullable<T>;
  /** Texts by which it is found again; none where it is only compared. */
  readonly found: readonly string[];
  /** Where staff and merchants do not see it. */
  readonly notIn?: readonly ('order' | 'export' | 'console')[];
  /** Whether it may name a person: an erasure removes it, wherever it is stored. */
  readonly personal: boolean;
}

const FIELDS: { readonly [F in keyof CreateOrder]-?: Field<CreateOrder[F]> } = {
  emission_amount: { sent: 1146, found: ['1146'], personal: false },
  emission_unit: { sent: 'kgCO2', found: ['kgCO2'], notIn: ['console'], personal: false },
  callback_url: {
    sent: 'https://merchant.example/callback',
    found: ['https://merchant.example/callback'],
    notIn: ['export'],
    personal: false,
  },
  user: {
    sent: { name: 'Zoë Meier', email: 'zoe@mail.example', tax_id: '29ABCDE' },
    found: ['Zoë Meier', 'zoe@mail.example', '29ABCDE'],
    personal: true,
  },
  // An order in rupees has no price in the interface.
  currency: { sent: 'INR', found: ['INR'], notIn: ['order'], personal: false },
  portfolio: { sent: 'breeze', found: ['breeze'], personal: false },
  reference: { sent: 'EX7K2P', found: ['EX7K2P'], personal: false },
  variant: { sent: 'compact-b', found: ['compact-b'], personal: false },
  metadata: { sent: { seat: '12A of Zoë' }, found: ['12A of Zoë'], personal: true },
  emission_publishers: {
    sent: ['Publisher of figures'],
    found: ['Publisher of figures'],
    notIn: ['export', 'console'],
    personal: false,
  },
  expected_price: { sent: { currency: 'INR', amount_minor: 114_600 }, found: [], personal: false },
};

const fields = Object.entries(FIELDS) as [keyof CreateOrder, Field<unknown>][];

onBothEngines('each field of a create', ({ database }) => {
  let store: TestStore;
  let shown: Record<'order' | 'export' | 'console', string>;
  let stored: () => Promise<string>;
  before(async () => {
    store = await openStore(await database());
    const parts = [{ project: 'wind', share: 1 }];
    await createPortfolio(store.db, { id: 'breeze', name: 'breeze', parts }, 0);
    await offerPortfolios(store.db, ['breeze']);
    const sent = Object.fromEntries(fields.map(([name, field]) => [name, field.sent]));
    const key = { key: 'k', bodyHash: 'h' };
    const { body } = await createOrder(store.context, MERCHANT, parse(createOrderSchema, sent), {
      idempotency: key,
    });
    const { order_id: id } = JSON.parse(body);
    await settleOrder(store, id, 'completed');
    const row = (await findOrder(store.context, MERCHANT, id)) ?? assert.fail();
    shown = {
      order: JSON.stringify(await showOrder(store.context, row)),
      export: csvLine(row, [], undefined),
      // Its webhooks repeat what was sent.
      console: JSON.stringify({ ...(await showOrderDetail(store.context, MERCHANT, id)), webhooks: [] }),
    };
    const { kysely } = store.db;
    stored = async () =>
      JSON.stringify(
        await Promise.all([
          kysely.selectFrom('orders').selectAll().execute(),
          kysely.selectFrom('deliveries').selectAll().execute(),
          kysely.selectFrom('idempotency').selectAll().execute(),
        ]),
      );
  });
  after(() => store?.db.close());

  for (const [name, { found, notIn = [] }] of fields)
    it(`${name} is read again in the order, the export and the console`, () => {
      for (const [place, all] of Object.entries(shown))
        for (const one of found)
          assert.equal(all.includes(one), !notIn.some((other) => other === place), `${one}: ${place}`);
    });

  it('is erased with the person, if it may name one', async () => {
    const before = await stored();
    for (const [name, { found }] of fields) for (const one of found) assert.ok(before.includes(one), name);
    await eraseUser(store.db, 'zoe@mail.example');
    const left = await stored();
    for (const [name, { found, personal }] of fields)
      for (const one of found) assert.equal(left.includes(one), !personal, `${name}: ${one}`);
  });
});
