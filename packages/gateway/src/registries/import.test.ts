import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { formatSerials } from '@flight-offset/core/retirement';
import { importCatalogue } from '../projects/import.ts';
import { findContradiction } from '../retirements/contradiction.ts';
import { correctRetirement } from '../retirements/correct.ts';
import { recordRetirement } from '../retirements/record.ts';
import { lockLedger } from '../retirements/serial-ledger.ts';
import type { Database } from '../store/engine.ts';
import type { Tx } from '../store/transaction.ts';
import { runCommand } from '../testing/command-line.ts';
import { onBothEngines } from '../testing/engines.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import { openStore, PROJECT, type TestStore } from '../testing/store.ts';
import { COLUMN_MAPS, REGISTRIES, type Registry } from './column-maps.ts';
import { importRegistryExport } from './import.ts';
import { ExportError, type RegistryCredits, readExport } from './read-export.ts';

/** After the dates of the exports. */
const NOW = Date.UTC(2026, 11, 31);

const fixture = (name: string): string =>
  readFileSync(new URL(`fixtures/${name}.csv`, import.meta.url), 'utf8');

/** A text in pieces of any size, as a file comes. */
async function* pieces(text: string, size = 37): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(registry: Registry, text: string): Promise<RegistryCredits[]> {
  const rows: RegistryCredits[] = [];
  for await (const row of readExport(registry, pieces(text))) rows.push(row);
  return rows;
}

const EXPECTED: Readonly<
  Record<Registry, readonly [serials: string, retiredOn: string | null, ccp: boolean, vintage: number][]>
> = {
  verra: [
    ['19368-940602844-VCS-VCU-1289-VER-VN-1-9001-01022023-31122023-0', '2026-04-01', false, 2023],
    ['19368-940604554-VCS-VCU-1289-VER-VN-1-9001-01022023-31122023-0', null, false, 2023],
    ['19314-938136116-VCS-VCU-466-VER-AR-14-9002-01012022-30062022-1', '2026-03-30', true, 2022],
  ],
  'gold-standard': [
    ['GS1-1-CR-GS9101-22-2025-30184-3', '2026-04-03', false, 2025],
    ['GS1-1-KE-GS9102-16-2024-30167-1278', '2026-04-07', true, 2024],
  ],
  acr: [
    ['ACR-FR-9201-2025-2917-30932', '2026-04-13', true, 2025],
    ['ACR-US-9202-2022-3337-1', '2026-04-10', false, 2022],
  ],
  car: [
    ['CAR-1-US-9301-31-983-KS-2025-9205-1', '2025-10-27', false, 2025],
    ['CAR-1-MX-9302-42-1130-QR-2025-9680-1', '2026-03-31', true, 2025],
  ],
};

describe('a public export', () => {
  it('of Gold Standard has issued credits in circulation, whatever date their row holds', async () => {
    const [row] = await read('gold-standard', fixture('gold-standard').replace(',Retired,', ',Issued,'));
    assert.equal(row?.retiredOn, null);
  });

  for (const registry of REGISTRIES) {
    it(`of ${COLUMN_MAPS[registry].registry} is read by its column names`, async () => {
      const rows = await read(registry, fixture(registry));
      assert.deepEqual(
        rows.map(({ serials, retiredOn, ccpLabel, vintage }) => [
          formatSerials({ ...serials, last: serials.first }),
          retiredOn,
          ccpLabel,
          vintage,
        ]),
        EXPECTED[registry],
      );
      for (const { project, country, type } of rows)
        for (const text of [project, country, type]) assert.notEqual(text, '');
    });

    it(`of ${COLUMN_MAPS[registry].registry} with a byte order mark and CRLF is read the same`, async () => {
      const { stringify } = JSON;
      const plain = await read(registry, fixture(registry));
      assert.deepEqual(
        await read(registry, `\ufeff${fixture(registry).replaceAll('\n', '\r\n')}`),
        plain,
        stringify(registry),
      );
    });
  }

  it('does not need columns that are not read', async () => {
    const plain = await read('verra', fixture('verra'));
    assert.deepEqual(await read('verra', fixture('verra').replace(',Name,', ',Title,')), plain);
  });

  it('of CAR is read as downloaded: quoted cells with unescaped quotes, in Windows-1252', async () => {
    const { serials, quantity, project, type, country, vintage, retirement } = COLUMN_MAPS.car;
    const credits = ['CAR9302', 'Forestry', 'MX', '2021'];
    const rows = [
      [serials, quantity, project, type, country, vintage, retirement, 'Details'],
      ['CAR-1-MX-9302-1-1 to 207', '207', ...credits, '12/09/2021', '"For M\u00e9rida, Inc."'],
      ['CAR-1-MX-9302-1-208 to 208', '1', ...credits, '12/10/2021', 'The play "Ilusiones", 2024'],
    ];
    const text = rows.map((cells) => `${cells.map((cell) => `"${cell}",`).join('')}\r\n`).join('');
    const read: RegistryCredits[] = [];
    for await (const row of readExport('car', Readable.from([Buffer.from(text, 'latin1')]))) read.push(row);
    assert.deepEqual(
      read.map(({ serials, retiredOn }) => [serials.first, serials.last, retiredOn]),
      [
        [1, 207, '2021-12-09'],
        [208, 208, '2021-12-10'],
      ],
    );
  });

  it('of Gold Standard issuances has its credits in circulation', async () => {
    const [row] = await read('gold-standard', fixture('gold-standard-issuances'));
    assert.deepEqual([row?.retiredOn, row?.serials.last], [null, 19149]);
  });

  it('that breaks off is an error, not a shorter export', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield fixture('verra').slice(0, 900);
      throw new Error('disk fault');
    }
    await assert.rejects(async () => {
      for await (const _ of readExport('verra', broken()));
    }, /disk fault/);
  });

  const verra = fixture('verra');
  const BROKEN: [name: string, registry: Registry, text: string, reason: RegExp][] = [
    ['of another registry', 'car', verra, /not an export of CAR: it lacks the columns/],
    [
      'with a quantity that does not match',
      'verra',
      verra.replace('"1,710"', '1711'),
      /line 2, Quantity Issued: 1711 credits for 1710/,
    ],
    [
      'with a serial number of another form',
      'verra',
      verra.replace('19368-940602844-', 'X-'),
      /line 2, Serial Number: no serial numbers of Verra/,
    ],
    [
      'with a range that runs backwards',
      'car',
      fixture('car').replace('1 to 5000', '5000 to 1'),
      /line 2, Offset Credit Serial Numbers/,
    ],
    [
      'in another encoding, whose letters travellers would read as signs',
      'verra',
      verra.replace('Viet Nam', "C\ufffdte d'Ivoire"),
      /line 2, Country\/Area: C\ufffdte d'Ivoire is not text in UTF-8; export the file as CSV, in UTF-8$/,
    ],
    [
      'with what no database stores',
      'verra',
      verra.replace('Viet Nam', 'Viet\0Nam'),
      /line 2, Country\/Area: Viet\0Nam is not text in UTF-8/,
    ],
    ['without a vintage', 'acr', fixture('acr').replace(',2025,2/7', ',,2/7'), /line 2, Vintage: is empty$/],
    [
      'without serial numbers',
      'acr',
      fixture('acr').replace('ACR-FR-9201-2025-2917-30932 to 35143,', ','),
      /line 2, Credit Serial Numbers: is empty$/,
    ],
    ['without a quantity', 'acr', fixture('acr').replace(',4212,', ',,'), /Quantity of Credits: is empty$/],
    [
      'of a year in which there were no credits',
      'acr',
      fixture('acr').replace(',2025,2/7', ',1989,2/7'),
      /line 2, Vintage: no year/,
    ],
    ['without a project', 'acr', fixture('acr').replace(',ACR9201,', ',,'), /line 2, Project ID: is empty/],
    ...REGISTRIES.map((registry): (typeof BROKEN)[number] => {
      const { registry: name, retirement, status = retirement } = COLUMN_MAPS[registry];
      return [
        `of ${name} without the column that decides whether credits are in circulation`,
        registry,
        fixture(registry).replace(`,${status},`, ',Other,'),
        new RegExp(`it lacks the columns ${status.replace(/[()]/g, '\\$&')}$`),
      ];
    }),
    [
      'of credits that are not issued, and without the date of their retirement',
      'gold-standard',
      fixture('gold-standard').replace(',2026-04-03,', ',,'),
      /line 3, Retirement Date: is empty, but Credit Status is not Issued$/,
    ],
    [
      'with a date as a spreadsheet writes it',
      'verra',
      verra.replace(',2026-04-01,', ',01.04.2026,'),
      /line 2, Retirement\/Cancellation Date: no date as the registry writes it: 01\.04\.2026$/,
    ],
    [
      'with a day before the month',
      'acr',
      fixture('acr').replace('4/13/2026 7', '13/4/2026 7'),
      /line 2, Status Effective \(GMT\): no date as the registry writes it: 13\/4\/2026 7:17:56 PM$/,
    ],
    ['with a cell too many', 'acr', fixture('acr').replace('View\n', 'View,1\n'), /line 2/],
    ['with a quote that never ends', 'verra', `${verra}"`, /line/],
    ['that is no text', 'verra', '\u0000\u0001', /not text in UTF-8/],
  ];
  for (const [name, registry, text, reason] of BROKEN) {
    it(`${name} is refused`, async () => {
      await assert.rejects(read(registry, text), (error) => {
        assert.ok(error instanceof ExportError, String(error));
        assert.match(error.message, reason);
        return true;
      });
    });
  }
});

onBothEngines('importing a public export', ({ database, engine }) => {
  const serialsOf = async ({ db }: TestStore): Promise<number> =>
    (await db.kysely.selectFrom('registry_credits').select('first').execute()).length;

  async function open(url: string): Promise<TestStore> {
    const store = await openStore(url);
    await store.db.kysely
      .updateTable('projects')
      .set({ registry: 'Verra', project_id: 'VCS-9001' })
      .execute();
    return store;
  }
  const load = (store: TestStore, text: string, exportedOn = '2026-04-13') =>
    importRegistryExport(store.db, { registry: 'verra', exportedOn, file: pieces(text) }, undefined, NOW);

  it('keeps the credits of projects in the catalogue, and replaces them with the next export', async () => {
    const store = await open(await database());
    const text = fixture('verra');
    assert.deepEqual(await load(store, text), { rows: 3, kept: 2, projects: ['wind'] });
    assert.equal(await serialsOf(store), 2);
    const labelled = text.replaceAll('31122023-0,,', '31122023-0,CCP,');
    await load(store, labelled, '2026-05-01');
    await load(store, labelled, '2026-06-01');
    assert.equal(await serialsOf(store), 2);
    const facts = await store.db.kysely.selectFrom('project_facts').selectAll().executeTakeFirst();
    assert.deepEqual(facts, {
      project: 'wind',
      country: 'Viet Nam',
      type: 'Energy industries (renewable/non-renewable sources)',
      vintage_from: 2023,
      vintage_to: 2023,
      ccp_label_on: '2026-05-01',
      exported_on: '2026-06-01',
    });
    await assert.rejects(load(store, text, '2026-05-01'), /this one is older/);
    const [heads = ''] = text.split('\n');
    await assert.rejects(load(store, `${heads}\n`, '2026-06-02'), /holds no credits/);
    await load(store, text.replace('31122023-0,,', '31122023-0,CCP,'), '2026-06-03');
    const partly = await store.db.kysely
      .selectFrom('project_facts')
      .select('ccp_label_on')
      .executeTakeFirst();
    assert.equal(partly?.ccp_label_on, null, 'a label that not every credit has is not shown');
    await load(store, labelled, '2026-06-04');
    await load(store, text, '2026-07-01');
    const later = await store.db.kysely.selectFrom('project_facts').select('ccp_label_on').executeTakeFirst();
    assert.equal(later?.ccp_label_on, null, 'a label that is gone is not shown');
    await store.db.close();
  });

  it('drops the facts of a project whose number or registry changes in the catalogue', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const file = (id: string, project_id: string, registry = 'Verra') => ({
      ...{ ...PROJECT, id, registry, project_id },
      lots: [{ id: `${id}-1`, serial_prefix: id, grams: 1_000_000 }],
    });
    const facts = () => kysely.selectFrom('project_facts').select('project').orderBy('project').execute();
    const [heads, , , forest] = fixture('verra').split('\n');
    const labelled = `${heads}\n${forest}\n`;
    await importCatalogue(store.db, { projects: [file('solar', '9002')] });
    await load(store, labelled);

    await importCatalogue(store.db, { projects: [file('solar', 'VCS9002', 'verra ')] });
    assert.deepEqual(await facts(), [{ project: 'solar' }], 'the same number of the same registry');
    await importCatalogue(store.db, { projects: [file('solar', '9001'), file('forest', '9002')] });
    assert.deepEqual(await facts(), [], 'years and label were those of another project');
    assert.deepEqual((await load(store, labelled)).projects, ['forest']);

    await importCatalogue(store.db, { projects: [file('forest', '9002', 'Gold Standard')] });
    assert.deepEqual(await facts(), []);
    await store.db.close();
  });

  it("is refused if a project's number changed while the export was read", async () => {
    const store = await openStore(await database());
    const file = (project_id: string) => ({ projects: [{ ...PROJECT, registry: 'Verra', project_id }] });
    await importCatalogue(store.db, file('9001'));
    async function* correcting(): AsyncGenerator<Uint8Array> {
      yield* pieces(fixture('verra'));
      await importCatalogue(store.db, file('9003'));
    }
    const source = { registry: 'verra', exportedOn: '2026-04-13' } as const;
    await assert.rejects(importRegistryExport(store.db, { ...source, file: correcting() }), {
      code: 'invalid_export',
      message: /: projects of Verra were changed meanwhile; import the export again$/,
    });
    const facts = store.db.kysely.selectFrom('project_facts').selectAll();
    assert.deepEqual([await serialsOf(store), await facts.execute()], [0, []]);
    await store.db.close();
  });

  it('leaves credits of another registry with the same numbers alone, and ignores their dates', async () => {
    const store = await open(await database());
    const { kysely } = store.db;
    const wind = await kysely.selectFrom('projects').selectAll().executeTakeFirstOrThrow();
    const gold = { ...wind, id: 'gold', registry: 'Gold Standard', project_id: 'GS9001' };
    await kysely.insertInto('projects').values(gold).execute();
    assert.deepEqual((await load(store, fixture('verra'))).projects, ['wind']);
    const stated = await kysely.selectFrom('registry_credits').selectAll().execute();
    const others = stated.map((row) => ({ ...row, project: 'gold', registry: 'goldstandard' }));
    await kysely.insertInto('registry_credits').values(others).execute();
    const facts = await kysely.selectFrom('project_facts').selectAll().executeTakeFirstOrThrow();
    const later = { ...facts, project: 'gold', exported_on: '2026-12-01' };
    await kysely.insertInto('project_facts').values(later).execute();
    assert.deepEqual((await load(store, fixture('verra'))).projects, ['wind']);
    assert.equal(await serialsOf(store), 2 * stated.length);
    await store.db.close();
  });

  it('replaces an export that an earlier version imported with a date in the future', async () => {
    const store = await open(await database());
    const labelled = fixture('verra').replaceAll('31122023-0,,', '31122023-0,CCP,');
    await load(store, labelled, '2062-04-13');
    await load(store, labelled, '2026-04-13');
    const facts = store.db.kysely.selectFrom('project_facts').select(['ccp_label_on', 'exported_on']);
    assert.deepEqual(await facts.execute(), [{ ccp_label_on: '2026-04-13', exported_on: '2026-04-13' }]);
    await assert.rejects(load(store, labelled, '2026-04-12'), /this one is older/);
    await store.db.close();
  });

  it('refuses serial numbers that overlap or repeat, and keeps the previous ones', async () => {
    const store = await open(await database());
    await load(store, fixture('verra'));
    const overlapping = fixture('verra').replace('"1,070",19368-940604554-', '"1,071",19368-940604553-');
    await assert.rejects(load(store, overlapping), /overlaps another range/);
    const twice = fixture('verra').replace(
      '"1,070",19368-940604554-940605623',
      '"1,710",19368-940602844-940604553',
    );
    await assert.rejects(load(store, twice), /appears there twice/);
    assert.equal(await serialsOf(store), 2);
    await store.db.close();
  });

  it('several times at once has the result of one import', async () => {
    const store = await open(await database());
    const text = fixture('verra');
    await Promise.all([load(store, text), load(store, text), load(store, text)]);
    assert.equal(await serialsOf(store), 2);
    if (engine === 'postgres') {
      const another = async (tx: Tx): Promise<void> => {
        await lockLedger(tx);
        const rows = await tx.deleteFrom('registry_credits').returningAll().execute();
        await tx.insertInto('registry_credits').values(rows).execute();
      };
      await runDuringTransaction(store.db, another, () => load(store, text));
      assert.equal(await serialsOf(store), 2);
    }
    await store.db.close();
  });

  it('inserts many ranges per statement, and names one that appears twice', async () => {
    const store = await open(await database());
    const [heads = '', line = ''] = fixture('verra').split('\n');
    const range = (n: number): string =>
      line.replace('"1,710",19368-940602844-940604553', `10,19368-${10 * n}-${10 * n + 9}`);
    const lines = Array.from({ length: 2500 }, (_, n) => range(n + 1));
    let statements = 0;
    const db: Database = {
      ...store.db,
      transaction: (work) =>
        store.db.transaction((tx) => {
          const run = tx.executeQuery.bind(tx);
          tx.executeQuery = (query, ...more) => {
            statements += 1;
            return run(query, ...more);
          };
          return work(tx);
        }),
    };
    const loadLines = (all: readonly string[]) => {
      const file = pieces([heads, ...all, ''].join('\n'), 10_000);
      return importRegistryExport(db, { registry: 'verra', exportedOn: '2026-04-13', file });
    };
    for (const [at, n] of [
      [1999, 1200],
      [2400, 7],
    ] as const)
      await assert.rejects(loadLines(lines.with(at, range(n))), {
        code: 'invalid_export',
        message: new RegExp(`: 19368-${10 * n}-VCS\\S* appears there twice`),
      });
    assert.equal(await serialsOf(store), 0);
    statements = 0;
    assert.deepEqual(await loadLines(lines), { rows: 2500, kept: 2500, projects: ['wind'] });
    assert.equal(await serialsOf(store), 2500);
    // SQLite is called within the process: there, one statement per row costs least.
    if (engine === 'postgres') assert.equal(statements, 3);
    await store.db.close();
  });

  it('keeps the years of each of two catalogue projects that are one at the registry apart', async () => {
    const store = await open(await database());
    const { kysely } = store.db;
    const wind = await kysely.selectFrom('projects').selectAll().executeTakeFirstOrThrow();
    const years = { vintage_from: 2024, vintage_to: 2025 };
    await kysely
      .insertInto('projects')
      .values({ ...wind, id: 'wind-2024', ...years })
      .execute();
    const text = fixture('verra');
    const [, , circulating = ''] = text.split('\n');
    // Of another block, which has numbers of its own.
    const later = circulating
      .replace('"1,070",19368-940604554-940605623', '2,19400-940604554-940604555')
      .replaceAll('2023-', '2025-')
      .replace('31122025-0,,', '31122025-0,CCP,');
    const both = `${text.trimEnd()}\n${later}\n`;
    assert.deepEqual(await load(store, both), { rows: 4, kept: 3, projects: ['wind', 'wind-2024'] });
    // A row that was updated may be read last.
    await kysely.updateTable('projects').set({ name: 'Wind' }).where('id', '=', 'wind').execute();
    const oneYear = kysely.updateTable('projects').set({ vintage_from: 2025, vintage_to: null });
    await oneYear.where('id', '=', 'wind-2024').execute();
    await load(store, both, '2026-05-01');
    assert.deepEqual(
      await kysely
        .selectFrom('project_facts')
        .select(['project', 'vintage_from', 'vintage_to', 'ccp_label_on'])
        .orderBy('project')
        .execute(),
      [
        { project: 'wind', vintage_from: 2023, vintage_to: 2023, ccp_label_on: null },
        { project: 'wind-2024', vintage_from: 2025, vintage_to: 2025, ccp_label_on: '2026-04-13' },
      ],
    );
    // An export without credits of 2025 deletes their years, and their label.
    await load(store, text, '2026-06-01');
    assert.deepEqual(
      (await kysely.selectFrom('project_facts').select('project').execute()).map(({ project }) => project),
      ['wind'],
    );
    // Nor may an older export delete the newer facts of the other project.
    await load(store, `${text.split('\n')[0]}\n${later}\n`, '2026-07-01');
    await assert.rejects(load(store, text, '2026-06-15'), /2026-07-01 is known already for wind-2024/);
    await load(store, text, '2026-07-01');
    // Years that the catalogue does not tell apart contradict no retirement: at the registry it is one project.
    const { db, sealer, context } = store;
    const publisher = { db, sealer, publicUrl: context.publicUrl, now: context.now, sandbox: false };
    const lot = { id: 'lot-2024', project: 'wind-2024', serial_prefix: '19400-', grams_allotted: 0 };
    await kysely
      .insertInto('credit_lots')
      .values({ ...lot, grams_total: 1e6 })
      .execute();
    await recordRetirement(publisher, {
      project: 'wind-2024',
      tonnes: 1,
      serials: [
        {
          block: '19368-*-VCS-VCU-1289-VER-VN-1-9001-01022023-31122023-0',
          first: 940602844,
          last: 940602844,
        },
      ],
      retiredOn: '2026-04-01',
      url: 'https://registry.example/1',
    });
    await store.db.close();
  });

  it('makes retirements that contradict the registry refused', async () => {
    const store = await open(await database());
    await load(store, fixture('verra'), '2026-12-15');
    const { db, sealer, context } = store;
    const publisher = { db, sealer, publicUrl: context.publicUrl, now: context.now, sandbox: false };
    const block = '19368-*-VCS-VCU-1289-VER-VN-1-9001-01022023-31122023-0';
    const retirement = (first: number, retiredOn: string) =>
      recordRetirement(publisher, {
        project: 'wind',
        tonnes: 2,
        serials: [{ block, first, last: first + 1 }],
        retiredOn,
        url: 'https://registry.example/1',
      });
    await assert.rejects(retirement(940604600, '2026-12-14'), /in circulation, by the export of 2026-12-15/);
    // The last of its range; the first behind it, and the same number elsewhere, are of no range that was exported.
    const stated = async (first: number, registry = 'Verra', of = block) => {
      const serials = [{ block: of, first, last: first + 1 }];
      return findContradiction(db.kysely, { project: 'wind', registry, retiredOn: '2026-04-01', serials });
    };
    assert.match((await stated(940605623)) ?? '', /in circulation/);
    assert.match((await stated(940604553)) ?? '', /in circulation/, 'by its first number alone');
    assert.equal(await stated(940605624), undefined);
    assert.equal(await stated(940605623, 'Gold Standard'), undefined);
    assert.equal(await stated(940605623, 'Verra', block.replace('1289', '1290')), undefined);
    // A stranger's credits; two projects of the catalogue may be one at the registry.
    const wind = await db.kysely.selectFrom('projects').selectAll().executeTakeFirstOrThrow();
    for (const [id, project_id, expected] of [
      ['wind-2024', 'VCS9001', undefined],
      ['stranger', 'VCS-9002', /940602844\S* belongs to project wind$/],
    ] as const) {
      await db.kysely
        .insertInto('projects')
        .values({ ...wind, id, project_id })
        .execute();
      const serials = [{ block, first: 940602844, last: 940602845 }];
      const found = { project: id, registry: 'Verra', retiredOn: '2026-04-01', serials };
      const problem = await findContradiction(db.kysely, found);
      if (expected) assert.match(problem ?? '', expected);
      else assert.equal(problem, undefined);
    }
    // Retired long before, for somebody else: time zones differ by a day.
    for (const day of ['2026-03-30', '2026-04-03', '2026-12-14'])
      await assert.rejects(retirement(940602844, day), /was retired or cancelled on 2026-04-01, not 2026-/);
    await retirement(940602844, '2026-04-02');
    await retirement(940602846, '2026-03-31');
    const { id } = await db.kysely.selectFrom('retirements').select('id').executeTakeFirstOrThrow();
    const serials = [{ block, first: 940604600, last: 940604601 }];
    await assert.rejects(
      correctRetirement(publisher, id, { serials, reason: 'Two digits were mixed up' }),
      /the registry states otherwise: .+ in circulation/,
    );
    // Newer than the export: it cannot know.
    store.setNow(Date.UTC(2026, 11, 15));
    await retirement(940604600, '2026-12-15');
    await store.db.close();
  });

  it('is refused with a date in the future', async () => {
    const { db, url } = await openStore(await database());
    await db.close();
    const file = fileURLToPath(new URL('fixtures/verra.csv', import.meta.url));
    const load = (date: string) =>
      runCommand(
        { DATABASE_URL: url },
        ...['registry', 'import', file, '--registry', 'verra', '--date', date, '--sandbox'],
      );
    const { code, err } = await load('2062-04-13');
    assert.equal(code, 2);
    assert.match(err, /^--date 2062-04-13 is in the future\./);
    assert.equal((await load(new Date().toISOString().slice(0, 10))).code, 0);
  });
});
