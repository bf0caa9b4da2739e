import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ValidationError } from '@flight-offset/core';
import { listAudit } from '../audit/list.ts';
import { OPERATOR_CHAIN } from '../audit/record.ts';
import { createOrder } from '../orders/create.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { importCatalogue } from './import.ts';
import { readPriceList } from './price-lists.ts';

interface Lot {
  readonly id: string;
  readonly serial_prefix: string;
  readonly grams: number;
}

const lot = (id: string, grams = 5000): Lot => ({ id, serial_prefix: id, grams });

const project = (id: string, lots: readonly Lot[]): object => ({
  id,
  name: `Test ${id}`,
  registry: 'Test Registry',
  project_id: `T-${id}`,
  category: 'Test category',
  type: 'Test type',
  public_url: `https://example.com/${id}`,
  price_per_tonne: 1000,
  lots,
});

const price = (currency: string, price_per_tonne: number, effective_from?: string) => ({
  currency,
  price_per_tonne,
  inr_per_unit: currency === 'INR' ? 1 : 90,
  ...(effective_from !== undefined && { effective_from }),
});

/** Every lot: its project, serial numbers and grams. The store itself has wind-2024, of wind. */
async function lotsOf({ db }: TestStore): Promise<unknown[]> {
  const rows = await db.kysely.selectFrom('credit_lots').selectAll().orderBy('id').execute();
  return rows.map(({ id, project, serial_prefix, grams_total }) => [id, project, serial_prefix, grams_total]);
}

type Refusal = [name: string, projects: object[], field: string, message: RegExp];

const refusals: Refusal[] = [
  [
    'a lot of another project',
    [project('woods', [lot('woods-1'), lot('wind-2024')])],
    'projects[0].lots[1].id',
    /wind-2024 is a lot of wind; give it an id of its own/,
  ],
  [
    'other serial numbers',
    [project('wind', [{ id: 'wind-2024', serial_prefix: 'T-9', grams: 5000 }])],
    'projects[0].lots[0].serial_prefix',
    /must stay T-1-2024 for wind-2024/,
  ],
  [
    'a name that no batch of retirements may have',
    [{ ...project('woods', [lot('woods-1')]), name: 'n'.repeat(501) }],
    'projects[0].name',
    /500/,
  ],
  ...['javascript:alert(1)', 'data:text/html,x', 'registry.example/1'].map(
    (public_url): Refusal => [
      `a page that is at ${public_url}`,
      [{ ...project('woods', [lot('woods-1')]), public_url }],
      'projects[0].public_url',
      /must be an http or https URL/,
    ],
  ),
  [
    'a page whose address is longer than others are',
    [{ ...project('woods', [lot('woods-1')]), public_url: `https://example.com/${'p'.repeat(2029)}` }],
    'projects[0].public_url',
    /2048/,
  ],
  [
    'a page whose address is longer than others are once it is a URI',
    [{ ...project('woods', [lot('woods-1')]), public_url: `https://example.com/${'é'.repeat(400)}` }],
    'projects[0].public_url',
    /2048/,
  ],
  [
    'a lot that two projects have',
    [project('woods', [lot('woods-1')]), project('sun', [lot('sun-1'), lot('woods-1')])],
    'projects[1].lots[1].id',
    /woods-1 is the id of an earlier lot too/,
  ],
  [
    'a lot that a project has twice',
    [project('woods', [lot('woods-1'), lot('woods-1', 7000)])],
    'projects[0].lots[1].id',
    /woods-1 is the id of an earlier lot too/,
  ],
  [
    'a project that appears there twice',
    [project('woods', [lot('woods-1')]), project('woods', [lot('woods-2')])],
    'projects[1].id',
    /woods is the id of an earlier project too/,
  ],
  ...[{ vintage_from: 2025, vintage_to: 2023 }, { vintage_to: 2023 }].map(
    (vintage): Refusal => [
      `the years ${JSON.stringify(vintage)}`,
      [{ ...project('woods', [lot('woods-1')]), ...vintage }],
      'projects[0].vintage_to',
      /needs a vintage_from that is no later/,
    ],
  ),
  [
    'a misspelt field of a project',
    [{ ...project('woods', [lot('woods-1')]), actve: false }],
    'projects[0]',
    /"actve"/,
  ],
  [
    'a misspelt field of a price',
    [
      {
        ...project('woods', [lot('woods-1')]),
        prices: [{ ...price('EUR', 13), effective_form: '2027-01-01T00:00:00Z' }],
      },
    ],
    'projects[0].prices[0]',
    /"effective_form"/,
  ],
  [
    'a misspelt field of a lot',
    [project('woods', [{ ...lot('woods-1'), gramms: 7000 } as Lot])],
    'projects[0].lots[0]',
    /"gramms"/,
  ],
  [
    'a price with more decimals than rupees have',
    [{ ...project('woods', [lot('woods-1')]), price_per_tonne: 1199.005 }],
    'projects[0].price_per_tonne',
    /has more decimals than its currency/,
  ],
  [
    'a price with more decimals than its currency has',
    [{ ...project('woods', [lot('woods-1')]), prices: [price('KWD', 4.755), price('JPY', 1900.5)] }],
    'projects[0].prices[1].price_per_tonne',
    /has more decimals than its currency/,
  ],
  ...[-5, 1e21].map(
    (price_per_tonne): Refusal => [
      `a price of ${price_per_tonne}`,
      [{ ...project('woods', [lot('woods-1')]), price_per_tonne }],
      'projects[0].price_per_tonne',
      /must be at (?:least 0|most 10000000), not/,
    ],
  ),
  ...[-5, 1e21].map(
    (amount): Refusal => [
      `a price of EUR ${amount}`,
      [{ ...project('woods', [lot('woods-1')]), prices: [price('EUR', amount)] }],
      'projects[0].prices[0].price_per_tonne',
      /must be at (?:least 0|most 1000000000), not/,
    ],
  ),
  [
    'a price in a currency that is none',
    [{ ...project('woods', [lot('woods-1')]), prices: [price('eur', 13)] }],
    'projects[0].prices[0].currency',
    /ISO 4217/,
  ],
  [
    'a second price in rupees',
    [{ ...project('woods', [lot('woods-1')]), prices: [price('INR', 1300)] }],
    'projects[0].prices[0].currency',
    /woods has an earlier price in INR from the same time/,
  ],
  [
    'two prices in a currency from one time, however that is written',
    [
      {
        ...project('woods', [lot('woods-1')]),
        prices: [
          price('EUR', 13, '2026-01-01T00:00:00Z'),
          price('EUR', 14),
          price('EUR', 15, '2026-01-01T00:00:00.000Z'),
        ],
      },
    ],
    'projects[0].prices[2].currency',
    /woods has an earlier price in EUR from the same time/,
  ],
];

onBothEngines('a catalogue', ({ database }) => {
  it('is refused as a whole if a lot or a project would replace another', async () => {
    const store = await openStore(await database(), 3000);
    for (const [name, projects, field, message] of refusals) {
      const refused = importCatalogue(store.db, { projects });
      await assert.rejects(refused, { name: 'ValidationError', field, message }, name);
    }
    assert.deepEqual(await lotsOf(store), [['wind-2024', 'wind', 'T-1-2024', 3000]]);
    const wind = { id: 'wind-2024', serial_prefix: 'T-1-2024', grams: 4000 };
    await importCatalogue(store.db, {
      projects: [project('wind', [wind]), project('woods', [lot('woods-1')])],
    });
    assert.deepEqual(await lotsOf(store), [
      ['wind-2024', 'wind', 'T-1-2024', 4000],
      ['woods-1', 'woods', 'woods-1', 5000],
    ]);
    await store.db.close();
  });

  it('sells a project until a file states that it is not active, even if a later file omits it', async () => {
    const store = await openStore(await database(), 3000);
    const imported = async (...projects: object[]): Promise<string[]> => {
      await importCatalogue(store.db, { projects });
      const list = await readPriceList(store.db.kysely, Date.now(), { policy: 'listed', currency: 'INR' });
      return list.map(({ project: { id } }) => id).toSorted();
    };
    const wind = project('wind', [{ id: 'wind-2024', serial_prefix: 'T-1-2024', grams: 3000 }]);
    assert.deepEqual(await imported(project('woods', [lot('woods-1')])), ['wind', 'woods']);
    assert.deepEqual(await imported({ ...wind, active: false }), ['woods']);
    assert.deepEqual(await imported(wind), ['wind', 'woods']);
    await store.db.close();
  });

  it('sells projects in the order of its file; one imported alone keeps its place, a new one is last', async () => {
    const { db } = await openStore(await database());
    const imported = async (...ids: string[]): Promise<string[]> => {
      await importCatalogue(db, { projects: ids.map((id) => project(id, [])) });
      const list = await readPriceList(db.kysely, Date.now(), { policy: 'listed', currency: 'INR' });
      return list.map(({ project: { id } }) => id);
    };
    assert.deepEqual(await imported('sun', 'sea'), ['wind', 'sun', 'sea']);
    assert.deepEqual(await imported('ash'), ['wind', 'sun', 'sea', 'ash']);
    assert.deepEqual(await imported('sea'), ['wind', 'sun', 'sea', 'ash']);
    assert.deepEqual(await imported('ash', 'sun'), ['wind', 'ash', 'sea', 'sun']);
    assert.deepEqual(await imported('new', 'wind', 'sun', 'sea', 'ash'), [
      'new',
      'wind',
      'sun',
      'sea',
      'ash',
    ]);
    await db.kysely.updateTable('projects').set({ position: 0 }).execute();
    const all = ['wind', 'sun', 'sea', 'new', 'ash'];
    assert.deepEqual(await imported(...all), all, 'though an earlier version gave them one place');
    await db.close();
  });

  it('stores the page of a project as a URI, however it was written', async () => {
    const { db } = await openStore(await database());
    const written = "https://Wälder.example/Forêt d'Ébène?a=1|2&b=%C3%A9";
    await importCatalogue(db, { projects: [{ ...project('woods', [lot('woods-1')]), public_url: written }] });
    const { public_url } = await db.kysely
      .selectFrom('projects')
      .select('public_url')
      .where('id', '=', 'woods')
      .executeTakeFirstOrThrow();
    assert.equal(public_url, "https://xn--wlder-gra.example/For%C3%AAt%20d'%C3%89b%C3%A8ne?a=1%7C2&b=%C3%A9");
    await db.close();
  });

  it('shrinks a lot down to what orders hold and what is missing, and no further', async () => {
    const store = await openStore(await database(), 5000);
    const input = { emission_amount: 1, emission_unit: 'kgCO2' } as const;
    await store.db.kysely.updateTable('credit_lots').set({ grams_unaccounted: 500 }).execute();
    await createOrder(store.context, MERCHANT, input);
    const wind = (grams: number): Promise<unknown> =>
      importCatalogue(store.db, {
        projects: [project('wind', [{ id: 'wind-2024', serial_prefix: 'T-1-2024', grams }])],
      });
    const field = 'projects[0].lots[0].grams';
    await assert.rejects(wind(1499), { field, message: /must be at least 1500: orders hold that much/ });
    assert.deepEqual((await lotsOf(store))[0], ['wind-2024', 'wind', 'T-1-2024', 5000]);
    await wind(1500);
    assert.deepEqual((await lotsOf(store))[0], ['wind-2024', 'wind', 'T-1-2024', 1500]);
    await assert.rejects(createOrder(store.context, MERCHANT, input), { code: 40903 });
    await store.db.close();
  });

  it('lists the projects it adds, changes and leaves unchanged', async () => {
    const { db } = await openStore(await database());
    const all = [project('woods', [lot('woods-1')]), project('sun', [lot('sun-1')]), project('sea', [])];
    assert.deepEqual(await importCatalogue(db, { projects: all }), {
      added: ['woods', 'sun', 'sea'],
      changed: [],
      unchanged: [],
    });
    const again = [
      project('woods', [lot('woods-1', 6000)]),
      project('sun', [lot('sun-1')]),
      { ...project('sea', []), price_per_tonne: 1100 },
      project('wind-2', []),
    ];
    assert.deepEqual(await importCatalogue(db, { projects: again }), {
      added: ['wind-2'],
      changed: ['woods', 'sea'],
      unchanged: ['sun'],
    });
    await db.close();
  });

  it('is audited against what it found when several are imported at once', async () => {
    const { db } = await openStore(await database());
    const by = { channel: 'cli', id: '', name: 'alice' } as const;
    const named = (name: string) => ({ projects: [{ ...project('woods', [lot('woods-1')]), name }] });
    await importCatalogue(db, named('first'));
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => importCatalogue(db, named(name), by)));
    const entries = (await listAudit(db, { merchantId: OPERATOR_CHAIN })).reverse();
    const found = entries.map(({ before }) => before);
    assert.deepEqual(found, [{ name: 'first' }, ...entries.slice(0, -1).map(({ after }) => after)]);
    await db.close();
  });

  it('imported several times at once with conflicting new projects and lots is accepted once', async () => {
    const { db } = await openStore(await database());
    const by = { channel: 'cli', id: '', name: 'alice' } as const;
    const given = [
      { ...project('woods', [lot('woods-1')]), product: 'carbon_credits' },
      { ...project('woods', [lot('woods-1')]), product: 'aviation_fuel' },
      project('woods', [{ ...lot('woods-1'), serial_prefix: 'T-9' }]),
      project('sun', [lot('woods-1')]),
    ];
    const ended = await Promise.allSettled(given.map((one) => importCatalogue(db, { projects: [one] }, by)));
    const failed = ended.filter((one) => one.status === 'rejected');
    assert.equal(failed.length, 3);
    for (const { reason } of failed) assert.ok(reason instanceof ValidationError, String(reason));
    assert.equal((await listAudit(db, { merchantId: OPERATOR_CHAIN })).length, 1);
    await db.close();
  });

  it('updates the rupees per unit of a currency whose prices stay the same', async () => {
    const store = await openStore(await database());
    for (const inr_per_unit of [90, 95]) {
      const prices = [{ currency: 'EUR', price_per_tonne: 12, inr_per_unit }];
      await importCatalogue(store.db, { projects: [{ ...project('sun', [lot('sun-1')]), prices }] });
      const list = await readPriceList(store.db.kysely, Date.now(), { policy: 'listed', currency: 'EUR' });
      assert.deepEqual(
        list.map(({ inrPerUnit }) => inrPerUnit),
        [inr_per_unit],
      );
    }
    await store.db.close();
  });

  it('is refused if it states other than 1 rupee for INR', async () => {
    const { db } = await openStore(await database());
    const imported = (inr_per_unit: number): Promise<unknown> => {
      const prices = [{ ...price('INR', 1300, '2100-01-01T00:00:00Z'), inr_per_unit }];
      return importCatalogue(db, { projects: [{ ...project('sun', [lot('sun-1')]), prices }] });
    };
    await assert.rejects(imported(96.2), {
      field: 'projects[0].prices[0].inr_per_unit',
      message: /must be 1 for INR/,
    });
    assert.deepEqual(await imported(1), { added: ['sun'], changed: [], unchanged: [] });
    await db.close();
  });

  it('applies each price from its start, also a future one and one that returns to an earlier price', async () => {
    const { db } = await openStore(await database());
    const imported = (...prices: [price_per_tonne: number, effective_from?: string][]): Promise<unknown> => {
      const listed = prices.map(([price_per_tonne, effective_from]) => {
        const since = effective_from === undefined ? {} : { effective_from };
        return { currency: 'EUR', inr_per_unit: 90, price_per_tonne, ...since };
      });
      return importCatalogue(db, { projects: [{ ...project('sun', [lot('sun-1')]), prices: listed }] });
    };
    const minorAt = async (at: number): Promise<number | undefined> =>
      (await readPriceList(db.kysely, at, { policy: 'listed', currency: 'EUR' }))[0]?.perTonne;
    await imported([12], [20, '2100-01-01T00:00:00Z']);
    assert.equal(await minorAt(Date.now()), 1200);
    // A later price does not apply yet.
    await imported([20]);
    assert.equal(await minorAt(Date.now()), 2000);
    await imported([30, '2100-02-01T00:00:00Z'], [20, '2100-03-01T00:00:00Z']);
    const months = [1, 2, 3].map((month) => minorAt(Date.UTC(2100, month - 1, 15)));
    assert.deepEqual(await Promise.all(months), [2000, 3000, 2000]);
    await db.close();
  });

  it('applies a future price though it equals the current one, whatever is imported before or after', async () => {
    const { db } = await openStore(await database());
    const later = '2100-01-01T00:00:00Z';
    const holds = async (id: string): Promise<unknown[]> => {
      const at = [Date.now(), Date.parse(later)].map(async (moment) => {
        const list = await readPriceList(db.kysely, moment, { policy: 'listed', currency: 'EUR' });
        return list.find(({ project }) => project.id === id)?.perTonne;
      });
      return Promise.all(at);
    };
    const imported = (id: string, ...prices: object[]): Promise<unknown> =>
      importCatalogue(db, { projects: [{ ...project(id, []), prices }] });
    await imported('sun', price('EUR', 12));
    await imported('sun', price('EUR', 12, later), price('EUR', 14));
    assert.deepEqual(await holds('sun'), [1400, 1200]);
    await imported('wood', price('EUR', 12));
    await imported('wood', price('EUR', 12, later));
    await imported('wood', price('EUR', 14));
    assert.deepEqual(await holds('wood'), [1400, 1200]);
    await db.close();
  });

  it('is refused after its future price has begun until it states one of the two prices', async () => {
    const { db } = await openStore(await database());
    const later = price('INR', 1300, '2027-01-01T00:00:00Z');
    const imported = (at: string, rupees: number, ...prices: object[]): Promise<unknown> => {
      const sun = { ...project('sun', [lot('sun-1')]), price_per_tonne: rupees, prices };
      return importCatalogue(db, { projects: [sun] }, undefined, () => Date.parse(at));
    };
    const holding = async (at: string): Promise<number | undefined> =>
      (await readPriceList(db.kysely, Date.parse(at), { policy: 'listed', currency: 'INR' })).find(
        ({ project: { id } }) => id === 'sun',
      )?.perTonne;
    await imported('2026-12-01T00:00:00Z', 1200, later);
    const [march, april] = ['2027-03-01T00:00:00Z', '2027-04-01T00:00:00Z'];
    await assert.rejects(imported(march, 1200, later), {
      field: 'projects[0].price_per_tonne',
      message:
        /would end the other price of sun in INR .* from 2027-01-01T00:00:00.000Z; state one of the two/,
    });
    assert.equal(await holding(march), 130_000);
    await imported(march, 1300, later);
    assert.equal(await holding(april), 130_000);
    await imported(april, 1200);
    assert.equal(await holding(april), 120_000);
    await db.close();
  });

  it('applies prices by their start, in whatever order the file lists them', async () => {
    const orders = [
      ['2020-02-01T00:00:00Z', 12],
      ['2020-03-01T00:00:00Z', 10],
    ] as const;
    for (const prices of [orders, orders.toReversed()]) {
      const { db } = await openStore(await database());
      const imported = (...listed: object[]): Promise<unknown> =>
        importCatalogue(db, { projects: [{ ...project('sun', []), prices: listed }] });
      await imported(price('EUR', 10, '2020-01-01T00:00:00Z'));
      await imported(...prices.map(([from, euros]) => price('EUR', euros, from)));
      const [held] = await readPriceList(db.kysely, Date.now(), { policy: 'listed', currency: 'EUR' });
      assert.equal(held?.perTonne, 1000);
      await db.close();
    }
  });

  it('is refused if another price has been in force since the start it states', async () => {
    const { db } = await openStore(await database());
    const imported = (rupees: number, from?: string, prices: object[] = []): Promise<unknown> => {
      const one = { ...project('sun', [lot('sun-1')]), price_per_tonne: rupees, prices };
      return importCatalogue(db, {
        projects: [{ ...one, ...(from !== undefined && { effective_from: from }) }],
      });
    };
    const holding = async (currency = 'INR'): Promise<number | undefined> =>
      (await readPriceList(db.kysely, Date.now(), { policy: 'listed', currency })).find(
        ({ project: { id } }) => id === 'sun',
      )?.perTonne;
    await imported(1200, '2026-01-01T00:00:00Z');
    await imported(12, '2026-02-01T00:00:00Z');
    for (const rupees of [1200, 1300]) {
      const refused = { field: 'projects[0].effective_from', message: /another price in INR; leave it out/ };
      await assert.rejects(imported(rupees, '2026-01-01T00:00:00Z'), refused);
      assert.equal(await holding(), 1200, 'the price of twelve rupees, and nothing was stored');
    }
    await imported(1200);
    assert.equal(await holding(), 120_000);
    await imported(1200, undefined, [price('EUR', 13, '2026-01-01T00:00:00Z')]);
    await imported(1200, undefined, [price('EUR', 14)]);
    const field = 'projects[0].prices[0].effective_from';
    await assert.rejects(imported(1200, undefined, [price('EUR', 15, '2026-03-01T00:00:00Z')]), { field });
    assert.equal(await holding('EUR'), 1400);
    await db.close();
  });
});
