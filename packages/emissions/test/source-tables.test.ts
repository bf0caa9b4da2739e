/** Estimates and SOURCES.md state the same sources as the tables. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readAirports } from '../scripts/build/airports.ts';
import { numberOf, type Row, readTable, textOf } from '../scripts/build/csv.ts';
import {
  type GeneralKnowledge,
  generalKnowledgeOf,
  readFleetRows,
  scopesOf,
} from '../scripts/build/fleet-rows.ts';
import { carriersWithoutFleet } from '../scripts/build/fleets.ts';
import { packLoadFactors } from '../scripts/build/loads.ts';
import { seatsFlown } from '../scripts/build/routes.ts';
import { hasSources, ownTable, sourceFolder, sourceTable } from '../scripts/build/sources.ts';

const skip = hasSources() ? false : 'the source tables are not here (FLIGHT_OFFSET_DATA)';

const LOAD: Row = {
  carrier: 'QF',
  load_factor: '0.83',
  international: '',
  period: 'FY2023-25',
  publisher: 'Qantas Group',
  source: 'annual report of the group',
  basis: 'general knowledge',
  confidence: 'high',
};
const ABROAD: Row = {
  ...LOAD,
  load_factor: '',
  international: '0.847',
  period: '2024',
  publisher: 'BITRE',
  source: 'international airlines',
  basis: 'published',
};

test('the upkeep page names every table that a script reads', () => {
  const scripts = new URL('../scripts/', import.meta.url);
  const names = readdirSync(scripts, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('dist'))
    .flatMap((name) => readFileSync(new URL(name, scripts), 'utf8').match(/(?<=Table\(')[\w-]+\.csv/g) ?? []);
  const page = readFileSync(new URL('../../../docs/decisions/emissions-upkeep.md', import.meta.url), 'utf8');
  assert.ok(names.length > 25);
  assert.deepEqual(
    [...new Set(names)].filter((name) => !page.includes(name)),
    [],
  );
});

describe('a file of a source', () => {
  const folder = mkdtempSync(join(tmpdir(), 'source-tables-'));
  after(() => rmSync(folder, { recursive: true }));
  const rowsOf = (text: string): Row[] => {
    writeFileSync(join(folder, 'pairs.csv'), text);
    return readTable(join(folder, 'pairs.csv'));
  };

  test('is read alike with either line end, with a byte order mark and with its columns in another order', () => {
    const expected = [{ pair: 'IT-CZ', ratio: '1.05' }];
    for (const text of [
      'pair,ratio\nIT-CZ,1.05\n',
      'pair,ratio\r\nIT-CZ,1.05\r\n',
      '\uFEFFpair,ratio\nIT-CZ,1.05',
      'ratio,pair\n1.05,IT-CZ\n',
    ])
      assert.deepEqual(rowsOf(text), expected);
  });

  for (const [name, text] of [
    ['that is empty', ''],
    ['with the names of its columns alone', 'pair,ratio\n'],
    ['that is a page in place of a table', '<!doctype html><title>404</title>\n'],
  ] as const) {
    test(`${name} is no table`, () => {
      assert.throws(() => rowsOf(text), { message: 'pairs.csv has no rows' });
    });
  }

  for (const [name, line] of [
    ['that is cut off', 'IT'],
    ['with a field too many', 'IT-CZ,1.05,1.04'],
    ['with a quote that does not end', '"IT-CZ,1.05'],
  ] as const) {
    test(`a line ${name} is named with its file`, () => {
      assert.throws(() => rowsOf(`pair,ratio\nIT-CH,1.06\n${line}\n`), /^Error: pairs\.csv: .*line 3/);
    });
  }

  test('errors name the file, the line and the missing column or number of a row', () => {
    const [, row] = rowsOf('pair,ratio\nIT-CH,1.06\n\nIT-CZ,\n') as [Row, Row];
    assert.throws(() => numberOf(row, 'ratio'), /^Error: pairs\.csv, line 4: column ratio holds no number/);
    assert.throws(
      () => textOf(row, 'factor'),
      /^Error: pairs\.csv, line 4: no column factor among pair,ratio/,
    );
  });
});

test('refuses an airport that occurs twice, which would shift the airports after it', () => {
  const rows = ['ZRH', 'SFO', 'ZRH'].map((iata) => ({ iata, icao: '', country: 'CH', lat: '47', lon: '8' }));
  assert.deepEqual(
    readAirports(rows.slice(0, 2)).map(({ iata }) => iata),
    ['SFO', 'ZRH'],
  );
  assert.throws(() => readAirports(rows), { message: 'airports.csv: airport ZRH stands twice' });
});

test("every code of TIM's Appendix A has fuel, but the freighter Il-76", { skip }, () => {
  const { mappings } = JSON.parse(
    readFileSync(new URL('tim_aircraft_mapping.json', sourceFolder), 'utf8'),
  ) as { mappings: readonly { iata: string }[] };
  const known = new Set(ownTable('aircraft-codes.csv').map((row) => textOf(row, 'iata')));
  const missing = mappings.map(({ iata }) => iata).filter((iata) => !known.has(iata));
  assert.deepEqual(missing, ['IL7']);
});

test('the upkeep page names every source file of the build outside data-src', () => {
  const page = readFileSync(new URL('../../../docs/decisions/emissions-upkeep.md', import.meta.url), 'utf8');
  const own = readdirSync(new URL('../data-src/', import.meta.url));
  const scripts = new URL('../scripts/build/', import.meta.url);
  for (const script of readdirSync(scripts)) {
    const text = readFileSync(new URL(script, scripts), 'utf8');
    for (const [, table = ''] of text.matchAll(/'(\w+\.csv)'/g))
      if (!own.includes(table)) assert.ok(page.includes(`\`${table}\``), table);
  }
});

describe('a column that is missing, as one with another name is, ends the build', () => {
  const seats = { carrier: 'LX', icao: 'A333', avg_total_seats_intl_T100: '236' };
  const types = new Map([['A333', 7]]);
  const fleetRow = { carrier_iata: 'LX', aircraft_icao: 'A333', layout_note: 'domestic' };

  test('departures behind the seats flown', () => {
    assert.equal(seatsFlown(types, [{ ...seats, departures_sampled: '20' }]), 'LX7 236');
    assert.throws(() => seatsFlown(types, [seats]), /column departures_sampled/);
  });

  test('codes of carriers without a fleet', () => {
    const rows = [{ carrier_iata: 'EB', carrier_icao: 'PLM' }];
    assert.equal(carriersWithoutFleet(new Set(), rows), 'EBPLM');
    assert.throws(() => carriersWithoutFleet(new Set(), [{ carrier_iata: 'EB' }]), /no column carrier_icao/);
  });

  test('types that were filed abroad', () => {
    assert.equal(scopesOf([fleetRow], [{ carrier: 'LX', icao: 'A333' }]).get(fleetRow), '');
    assert.throws(() => scopesOf([fleetRow], [{ carrier: 'LX', type: 'A333' }]), /no column icao/);
  });
});

describe('load factors', () => {
  test('a foreign figure of another publisher has its own source', () => {
    const { LOAD_FACTORS, LOAD_SOURCES } = packLoadFactors([LOAD, ABROAD], []);
    assert.equal(LOAD_FACTORS, 'QF830)847(');
    assert.deepEqual(LOAD_SOURCES.split(';').sort(), [
      'BITRE|international airlines|2024|high',
      '|annual report of the group|FY2023-25|high',
    ]);
  });

  test("a partner has the brand's load factor, its source abroad included", () => {
    const { LOAD_FACTORS } = packLoadFactors([LOAD, ABROAD], [{ brand: 'QF', partner: 'QQ' }]);
    assert.equal(LOAD_FACTORS, 'QF830)847( QQ830)847(');
  });

  for (const [name, rows, message] of [
    ['published by nobody', [{ ...ABROAD, load_factor: '0.8', publisher: '' }], /published by nobody/],
    ['two figures of the year', [LOAD, LOAD], /more rows/],
    ['two figures abroad', [LOAD, ABROAD, ABROAD], /more rows/],
  ] as const) {
    test(`${name}: no table`, () => {
      assert.throws(() => packLoadFactors(rows, []), message);
    });
  }

  test('every row names a publisher, which is no kind of document', () => {
    for (const { carrier, publisher } of ownTable('load-factors.csv'))
      assert.match(
        publisher!,
        /^(?!.*\b(?:report|release|statistic|carrier)s?\b)[A-Z0-9a-z].{2,79}$/,
        carrier,
      );
  });

  test("BITRE's figures are the sums over the countries and months of its table", { skip }, () => {
    for (const [carrier, airline] of [
      ['QF', 'Qantas Airways'],
      ['JQ', 'Jetstar'],
      ['VA', 'Virgin Australia'],
    ] as const) {
      const rows = sourceTable('bitre_international_airlines.csv').filter((row) => row.airline === airline);
      const sum = (column: string): number => rows.reduce((all, row) => all + numberOf(row, column), 0);
      const own = ownTable('load-factors.csv').find(
        (row) => row.carrier === carrier && textOf(row, 'publisher').includes('BITRE'),
      );
      assert.equal(own?.international, (sum('passengers_in') / sum('seats_in')).toFixed(3), carrier);
      const months = rows.map((row) => numberOf(row, 'last_month'));
      assert.deepEqual([Math.max(...months), own?.period], [202508, 'Jan 2024 - Aug 2025'], carrier);
    }
  });
});

describe('fleets', () => {
  for (const [source, expected] of [
    ['general knowledge', 'all'],
    ['General knowledge (seat maps)', 'all'],
    ['general knowledge; 101 seats: looppng.com of March 2021', 'all'],
    ['ch-aviation.com 156641 (totals) + general knowledge (split)', 'part'],
    ['flapone.com (296 total; cabin split from memory)', 'part'],
    ['US DOT T-100 (76 seats on 183 departures)', 'none'],
  ] as const) {
    test(`${source}: ${expected}`, () => {
      assert.equal(generalKnowledgeOf({ source }), expected);
    });
  }

  test('SOURCES.md counts the rows of the fleets', { skip }, () => {
    const counts: Record<GeneralKnowledge, number> = { all: 0, part: 0, none: 0 };
    for (const row of readFleetRows()) counts[generalKnowledgeOf(row)]++;
    const text = readFileSync(new URL('../SOURCES.md', import.meta.url), 'utf8');
    assert.ok(text.includes(`${counts.all} of them rest on general knowledge and count`), String(counts.all));
    assert.ok(text.includes(`${counts.part} rest on it in part`), String(counts.part));
  });
});
