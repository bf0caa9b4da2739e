import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isTime } from './field.ts';
import { forPeople } from './for-people.ts';

const AT = Date.UTC(2026, 10, 22, 3, 37, 27);

describe('output for people', () => {
  const cells: [name: string, row: object, shows: RegExp][] = [
    [
      'money with as many decimals as its currency has',
      { currency: 'INR', amount_minor: 137405 },
      /amount +1,374\.05 INR$/,
    ],
    ['yen without', { currency: 'JPY', amount_minor: 1374 }, /amount +1,374 JPY$/],
    ['dinars with three', { currency: 'KWD', minor_per_tonne: 1374 }, /price per tonne +1\.374 KWD$/],
    ['a refund, below zero', { currency: 'EUR', amount_minor: -5 }, /amount +-0\.05 EUR$/],
    ['rupees as such beside another currency', { currency: 'EUR', inr_minor: 100 }, /^inr +1\.00 INR$/m],
    [
      'an amount within an object',
      { refunded: { currency: 'EUR', amount_minor: 250 } },
      /refunded +2\.50 EUR$/,
    ],
    ['kilograms', { grams: 1500 }, /^mass +1\.5 kg$/],
    ['tonnes to the gram', { grams_total: 1_234_567_890 }, /^total +1,234\.56789 t$/],
    ['no value', { revoked_at: null }, /^revoked +–$/],
    ['a list of values', { heads: ['a', 'b'], none: [] }, /^heads +a, b\nnone +–$/],
    ['a moment of a field in camel case', { createdAt: AT }, /^created +2026-11-2/],
    ['a switch', { active: 0 }, /^active +no$/],
    [
      'a control sequence of a stranger, written out',
      { label: '\u001b[2J\nx\u202e' },
      /^label +\\u001b\[2J\\u000ax\\u202e$/,
    ],
  ];
  for (const [name, row, shows] of cells) it(`shows ${name}`, () => assert.match(forPeople(row, 80), shows));

  it('shows moments as local time with its zone', () => {
    const script = `import { localTime } from ${JSON.stringify(new URL('local-time.ts', import.meta.url).href)};
      console.log(localTime(${AT}), localTime(${Date.UTC(2026, 6, 1)}))`;
    const times: [zone: string, shown: string][] = [
      ['UTC', '2026-11-22T03:37:27+00:00 2026-07-01T00:00:00+00:00'],
      ['Asia/Kolkata', '2026-11-22T09:07:27+05:30 2026-07-01T05:30:00+05:30'],
      ['America/New_York', '2026-11-21T22:37:27-05:00 2026-06-30T20:00:00-04:00'],
      ['America/St_Johns', '2026-11-22T00:07:27-03:30 2026-06-30T21:30:00-02:30'],
    ];
    for (const [TZ, shown] of times) {
      const options = { encoding: 'utf8', env: { ...process.env, TZ } } as const;
      const args = ['--input-type=module', '--eval', script];
      assert.equal(execFileSync(process.execPath, args, options).trim(), shown, TZ);
    }
  });

  it('shows the start of a price in the form that a catalogue takes, also in a table', () => {
    const prices = [{ effective_from: Date.UTC(2027, 0, 1), minor_per_tonne: 100 }];
    const shown = forPeople([{ project: 'p', prices }], 80);
    assert.match(shown, /2027-01-01T00:00:00\.000Z/);
  });

  it('recognises every time of the schema as a time', () => {
    const tables = new URL('../../store/schema/', import.meta.url);
    const schema = readdirSync(tables).map((file) => readFileSync(new URL(file, tables), 'utf8'));
    const names = [...schema.join('\n').matchAll(/^ {2}(\w+): (?:Generated<)?Millis\b/gm)].map(
      ([, name = '']) => name,
    );
    assert.ok(names.length > 30);
    assert.deepEqual(
      names.filter((name) => !isTime(name)),
      [],
    );
  });

  it('aligns a list as a table: quantities right-aligned, amounts with their currency', () => {
    const rows = [
      { id: 'a', currency: 'EUR', amount_minor: 100, orders: 1 },
      { id: 'bcd', currency: 'JPY', amount_minor: 123456, orders: 20 },
    ];
    assert.equal(
      forPeople(rows, 80),
      ['ID        AMOUNT  ORDERS', 'a       1.00 EUR       1', 'bcd  123,456 JPY      20'].join('\n'),
    );
  });

  it('shows rows field by field if a table is wider than the terminal', () => {
    const rows = [
      { id: 'a', url: 'https://merchant.example/callback' },
      { id: 'b', url: null },
    ];
    assert.equal(
      forPeople(rows, 20),
      ['id   a', 'url  https://merchant.example/callback', '', 'id   b', 'url  –'].join('\n'),
    );
  });

  it('shows lists within a row as tables of their own', () => {
    const row = { id: 'wind', lots: [{ id: 'l1', grams_total: 2_000_000 }] };
    assert.equal(forPeople([row], 80), ['id  wind', 'lots:', '  ID  TOTAL', '  l1    2 t'].join('\n'));
  });

  it('shows JSON by its content, an object field by field', () => {
    const row = { id: 'a', tax: '{"mode":"inclusive","rate":19}', origins: '["https://a.example"]' };
    assert.equal(
      forPeople(row, 80),
      ['id       a', 'origins  https://a.example', 'tax:', '  mode  inclusive', '  rate  19'].join('\n'),
    );
    assert.match(forPeople([row, row], 80), /^a +mode: inclusive, rate: 19 +https:\/\/a\.example$/m);
  });

  it('shows amounts of lines in the currency of their statement, and times of lists to the minute', () => {
    const lines = [{ order_id: 'o1', amount_minor: 100, created_at: AT }];
    const text = forPeople({ currency: 'EUR', total_minor: 100, lines }, 80);
    assert.match(text, /^ {2}o1 +1\.00 EUR {2}\d{4}-\d\d-\d\d \d\d:\d\d$/m);
  });

  it('shows amounts of a tax in the currency of its statement', () => {
    const row = { currency: 'EUR', total_minor: 1190, tax: '{"rate":19,"net_minor":1000,"tax_minor":190}' };
    assert.match(forPeople(row, 80), /^ {2}rate +19\n {2}net +10\.00 EUR\n {2}tax +1\.90 EUR$/m);
    assert.match(forPeople([row, row], 80), /rate: 19, net: 10\.00 EUR, tax: 1\.90 EUR$/m);
  });
  it('shows a time stored as text in local time too', () => {
    assert.doesNotMatch(forPeople({ closed_at: new Date(AT).toISOString() }, 80), /Z$/);
  });

  it("prints 'Nothing found.' for an empty list", () => assert.equal(forPeople([], 80), 'Nothing found.'));
});
