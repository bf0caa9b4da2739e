/** Packed tables are read back unchanged, and damaged ones are never read as if they were complete. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { withVariant } from '../scripts/accuracy/variant.ts';
import { assertWhole, columns, digits, moduleText } from '../scripts/build/pack.ts';
import { dataFolder } from '../scripts/build/sources.ts';
import { constantsOf, type ModuleTexts } from '../scripts/renew/module-constants.ts';
import type * as Factors from '../src/statistics/airport-pair-factor.ts';
import { Column } from '../src/tables/column.ts';
import { CorruptDataError } from '../src/tables/corrupt-data.ts';
import { columnAt, columnOf, numberAt } from '../src/tables/digits.ts';
import { packedEntry } from '../src/tables/packed-entry.ts';

const widths = fc.integer({ min: 1, max: 4 });
/** A width and numbers that fit it. */
const table = widths.chain((width) =>
  fc.tuple(fc.constant(width), fc.array(fc.nat({ max: 64 ** width - 1 }), { maxLength: 300 })),
);

test('reads any column back, at once and number by number', () => {
  fc.assert(
    fc.property(table, ([width, values]) => {
      const text = columns(values, width);
      assert.deepEqual([...columnOf(text, width)], values);
      assert.deepEqual(
        values.map((_, i) => columnAt(text, width, i)),
        values,
      );
    }),
  );
});

test('a column returns the same values before and after it becomes an array', () => {
  const reads = fc.array(fc.nat({ max: 49 }), { minLength: 300, maxLength: 400 });
  const values = fc.array(fc.nat({ max: 4095 }), { minLength: 50, maxLength: 50 });
  fc.assert(
    fc.property(values, reads, (numbers, places) => {
      const column = new Column('TRIED', columns(numbers, 2), 2, numbers.length);
      for (const i of places) assert.equal(column.at(i), numbers[i]);
    }),
  );
});

test('numbers of fixed width are read at their places; out-of-range ones are rejected', () => {
  fc.assert(
    fc.property(table, ([width, values]) => {
      const text = values.map((value) => digits(value, width)).join('');
      values.forEach((value, i) => {
        assert.equal(numberAt(text, i * width, width), value);
      });
      assert.throws(() => digits(64 ** width, width), /is out of range for/);
      assert.throws(() => digits(-1, width), /is out of range for/);
    }),
  );
});

test('any list returns each entry for its key, and nothing for another key', () => {
  const key = fc.stringMatching(/^[A-Z0-9]{2}$/);
  const value = fc.stringMatching(/^[a-z0-9]{0,12}$/);
  fc.assert(
    fc.property(fc.dictionary(key, value), key, (entries, other) => {
      const list = Object.entries(entries)
        .map(([name, text]) => `${name} ${text}`)
        .join(';');
      for (const [name, text] of Object.entries(entries))
        assert.equal(packedEntry(list, ';', `${name} `), `${name} ${text}`);
      if (!Object.hasOwn(entries, other)) assert.equal(packedEntry(list, ';', `${other} `), undefined);
    }),
  );
});

test('throws for a column that lost digits or holds a foreign character', () => {
  const places = fc.nat();
  fc.assert(
    fc.property(
      table,
      places,
      fc.constantFrom('\\', '"', "'", 'i', ' ', '\n', '~', 'é'),
      ([width, values], place, foreign) => {
        fc.pre(values.length > 0);
        const text = columns(values, width);
        const at = place % text.length;
        assert.throws(
          () => columnOf(text.slice(0, at) + foreign + text.slice(at + 1), width),
          CorruptDataError,
        );
        if (width > 1) assert.throws(() => columnOf(text.slice(1), width), CorruptDataError);
        assert.throws(() => new Column('TRIED', text.slice(1), 1, text.length), /table TRIED is corrupt/);
      },
    ),
  );
});

const shipped: ModuleTexts = Object.fromEntries(
  readdirSync(dataFolder).map((file) => [file.slice(0, -3), readFileSync(new URL(file, dataFolder), 'utf8')]),
);

test('every module matches its checksum, which any character more, less or other breaks', () => {
  for (const [name, text] of Object.entries(shipped)) {
    assertWhole(name, text);
    const damage = fc.tuple(fc.nat({ max: text.length - 1 }), fc.constantFrom('', '(', '((', 'é'));
    fc.assert(
      fc.property(damage, ([at, into]) => {
        fc.pre(text[at] !== into);
        const damaged = text.slice(0, at) + into + text.slice(at + 1);
        assert.throws(() => assertWhole(name, damaged), /was changed or cut/);
      }),
      { numRuns: 25 },
    );
    assert.throws(() => assertWhole(name, text.slice(0, -1)), /was changed or cut/);
  }
});

test('any constants survive being written to a module', () => {
  const text = fc.stringMatching(/^[\x20-\x26\x28-\x5b\x5d-\x7e]{0,80}$/);
  const name = fc.stringMatching(/^[A-Z][A-Z_]{0,10}$/);
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(text, fc.nat())), (constants) => {
      const made = moduleText('Tried.', constants);
      assertWhole('tried', made);
      const read = constantsOf({ tried: made });
      for (const [key, value] of Object.entries(constants)) assert.equal(read(key), String(value));
    }),
  );
});

/** Returns modules in which one constant has lost its last `lost` characters. */
function cut(name: string, lost: number): ModuleTexts {
  const entry = Object.entries(shipped).find(([, text]) => text.includes(`export const ${name}: string`))!;
  const value = constantsOf(shipped)(name);
  return { [entry[0]]: entry[1].replace(value, () => value.slice(0, value.length - lost)) };
}

const flights = ['ZRH-SFO LX', 'LHR-JFK BA', 'DEL-BOM 6E', 'SYD-MEL QF', 'ZRH-MAD ZZ'].map((text) => {
  const [route = '', operatingCarrierCode = ''] = text.split(' ');
  const departureDate = { year: 2026, month: 6, day: 1 };
  const [origin = '', destination = ''] = route.split('-');
  return { origin, destination, operatingCarrierCode, flightNumber: 1, departureDate };
});

for (const [name, lost] of [
  ['AIRPORT_COUNTRIES', 1],
  ['FINE_LATITUDES', 3],
  ['COARSE_LONGITUDES', 2],
  ['CORNERS', 1],
  ['TRUNKS', 1],
  ['PRESENCE', 1],
  ['COUNTRY_GAPS', 2],
  ['PAIR_FORWARD', 2],
  ['PAIR_GAPS', 1],
  ['ROUTE_FIRST', 2],
  ['FILED_LOADS', 1],
  ['DOMESTIC_AIRPORTS', 2],
  ['SEASON_MONTHS', 12],
  ['CARGO_OUT', 1],
] as const) {
  test(`an engine with ${name} cut by ${lost} throws an error that names a table`, async () => {
    const estimated = withVariant({ modules: cut(name, lost) }, ({ estimateFlights }) =>
      estimateFlights(flights),
    );
    await assert.rejects(estimated, {
      name: 'CorruptDataError',
      message: /^The emissions table [A-Z_]+ is corrupt: /,
    });
  });
}

test('an engine whose loads by code of the airport were cut gives an error that names the table', async () => {
  const cancun = { ...flights[0]!, origin: 'CUN', destination: 'IAH', operatingCarrierCode: 'UA' };
  for (const lost of [1, 2, 3]) {
    const estimated = withVariant({ modules: cut('ABROAD_CODED', lost) }, ({ estimateFlights }) =>
      estimateFlights([cancun]),
    );
    await assert.rejects(estimated, { name: 'CorruptDataError', message: /ABROAD_CODED/ });
  }
});

test('an engine with the carriers on routes cut throws an error that names the table', async () => {
  for (const lost of [1, 1000, 20_001]) {
    const typical = withVariant({ modules: cut('CARRIER_HUBS', lost) }, ({ typicalEmissions }) =>
      typicalEmissions('LHR', 'CDG'),
    );
    await assert.rejects(typical, { name: 'CorruptDataError', message: /CARRIER_HUBS/ });
  }
});

for (const name of ['CITIES_DE', 'CITIES_EN', 'CITY_AIRPORTS'])
  test(`city names with ${name} cut throw an error`, async () => {
    const edit = { file: 'src/index.ts', from: 'import { carriersBetween }' };
    const named = withVariant(
      {
        modules: cut(name, 40),
        edits: [{ ...edit, to: `export { cityNames } from './cities.ts';\n${edit.from}` }],
      },
      (engine) => (engine as unknown as typeof import('../src/cities.ts')).cityNames(['ZRH'], 'de'),
    );
    await assert.rejects(named, { name: 'CorruptDataError', message: /table cities is corrupt/ });
  });

test('an engine with cut lists returns figures above 0 or throws an error that names the table', async () => {
  let errors = 0;
  for (const [name, lost] of [
    ['FUEL', 2000],
    ['FUEL', 9001],
    ['TYPES', 4000],
    ['FLEETS', 20_001],
    ['FLEETS', 38_000],
    ['LOAD_FACTORS', 700],
    ['WIDE_CARGO_BANDS', 60],
  ] as const) {
    await withVariant({ modules: cut(name, lost) }, ({ economyGramsPerPax }) => {
      for (const flight of flights) {
        try {
          const grams = economyGramsPerPax(flight);
          assert.ok(grams > 0 && Number.isFinite(grams), `${name}: ${grams}`);
        } catch (error) {
          assert.equal((error as Error).name, 'CorruptDataError', `${name}: ${error}`);
          errors++;
        }
      }
    });
  }
  assert.ok(errors > 0, 'some of them must be noticed');
});

test('the first few airport-pair factors from packed text equal those from the table', async () => {
  const fresh = async (query: string): Promise<typeof Factors> =>
    (await import(`../src/statistics/airport-pair-factor.ts?${query}`)) as typeof Factors;
  const { airportPairFactor: late } = await fresh('late');
  for (let i = 0; i < 100; i++) late(1, 2);
  for (let round = 0; round < 40; round++) {
    const { airportPairFactor: early } = await fresh(`early${round}`);
    for (let i = 0; i < 30; i++) {
      const from = (round * 7919 + i * 104_729) % 9550;
      const to = (round * 15_485_863 + i * 31) % 9550;
      assert.equal(early(from, to), late(from, to), `${from} ${to}`);
    }
  }
});
