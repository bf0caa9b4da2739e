import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { estimateTrip } from '../trips/index.ts';
import { runInProcess } from './run-in-process.fixture.ts';

const TRIPS = [
  { id: 'A', stops: ['DEL', 'DXB', 'LHR'], roundTrip: true },
  {
    id: 'B',
    legs: [
      {
        origin: 'NRT',
        destination: 'LAX',
        operatingCarrierCode: 'NH',
        flightNumber: 6,
        departureDate: { year: 2026, month: 5, day: 6 },
      },
    ],
    travellers: [{ cabin: 'business', count: 2 }],
  },
] as const;
const LINES = TRIPS.map((trip) => JSON.stringify(trip)).join('\n');

describe('a trip on the command line', () => {
  test('prints a line for each leg, and the total', async () => {
    const { status, stdout } = await runInProcess('', 'DEL-DXB-LHR', '--round-trip', '--travellers', '2');
    assert.equal(status, 0);
    assert.equal(stdout.trim().split('\n').length, 5);
    const { grams } = estimateTrip({
      stops: ['DEL', 'DXB', 'LHR'],
      roundTrip: true,
      travellers: [{ cabin: 'economy', count: 2 }],
    });
    const [all, burned, made] = [grams.wtw, grams.ttw, grams.wtt].map((one) => (one / 1000).toFixed(1));
    const parts = `(burning the fuel ${burned} kg CO2e, making it ${made} kg CO2e)`;
    assert.ok(stdout.includes(`${all} kg CO2e for 2 passengers ${parts}`));
    assert.doesNotMatch(stdout, /beyond CO2/);
  });

  test('--json prints the whole estimate', async () => {
    const { stdout } = await runInProcess('', 'DEL-LHR', '--json');
    assert.deepEqual(JSON.parse(stdout), estimateTrip({ stops: ['DEL', 'LHR'] }));
  });

  test('prints effects beyond CO2 apart', async () => {
    const { stdout } = await runInProcess('', 'DEL-LHR', '--non-co2', 'defra');
    assert.match(stdout, /for 1 passenger \(/);
    assert.match(stdout, /^beyond CO2 +[\d.]+ kg CO2e, not part of the total \(1\.7 times/m);
  });

  test('exits with 1 for an invalid trip, with 2 for wrong usage', async () => {
    const fault = await runInProcess('', 'DEL-LON', '--cabin', 'steerage');
    assert.equal(fault.status, 1);
    assert.match(fault.stderr, /travellers\[0\]\.cabin: must be.*\nlegs\[0\]\.destination: .*metropolitan/);
    for (const args of [
      ['DEL-LHR', '--non-co2', 'rfi'],
      ['DEL-LHR', '--non-co2', 'toString'],
      ['--trips', 'x', '--format', 'xml'],
      ['A-B'],
      ['DEL-DXB-LHR', '--carrier', 'EK'],
    ])
      assert.equal((await runInProcess('', ...args)).status, 2, args.join(' '));
  });
});

describe('a file of trips', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'emissions-trips-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('prints a line of JSON for each trip, errors in their place', async () => {
    const [first, second] = LINES.split('\n');
    const { status, stdout, stderr } = await runInProcess(
      `\uFEFF${first}\n\n{"id":"X","stops":["DEL"]}\nno JSON\n${second}`,
      '--trips',
      '-',
    );
    assert.equal(status, 1);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(lines[0].grams.wtw, estimateTrip(TRIPS[0]).grams.wtw);
    assert.equal(lines[0].legs.length, 4);
    assert.deepEqual([lines[1].line, lines[1].id, lines[1].errors[0].field], [3, 'X', 'stops']);
    assert.deepEqual([lines[2].line, lines[2].errors[0].field], [4, 'line']);
    assert.equal(lines[3].id, 'B');
    assert.deepEqual([lines[3].legs[0].provenance, lines[3].legs[0].warnings], [undefined, undefined]);
    assert.match(stderr, /line 3: stops: .*\nline 4: .*\n4 trips, 2 of them/);
  });

  test('searches an endless line for its end once, not again with each piece', async (t) => {
    const input = join(folder, 'trips.jsonl');
    const text = `${' '.repeat(4_000_000)}\r\n${LINES}\r\n`;
    writeFileSync(input, text);
    const { split } = String.prototype;
    let searched = 0;
    t.mock.method(String.prototype, 'split', function (this: string, ...args: Parameters<typeof split>) {
      searched += this.length;
      return split.apply(this, args);
    });
    const { status, stdout } = await runInProcess('', '--trips', input);
    assert.deepEqual([status, stdout.trim().split('\n').length], [0, 2]);
    assert.ok(searched >= text.length && searched < 2 * text.length, `${searched} characters`);
  });

  test('reports an impossible return leg as an error of its line, and continues with the file', async () => {
    const flight = {
      origin: 'FRA',
      destination: 'TXL',
      operatingCarrierCode: 'LH',
      flightNumber: 1,
      departureDate: { year: 2020, month: 11, day: 1 },
    };
    const bad = JSON.stringify({ legs: [flight], returnDate: { year: 2020, month: 11, day: 9 } });
    const { status, stdout } = await runInProcess(`${bad}\n${LINES.split('\n')[0]}`, '--trips', '-');
    assert.equal(status, 1);
    const [first, second] = stdout.trim().split('\n');
    assert.equal(JSON.parse(first!).errors[0].field, 'legs[1].origin');
    assert.ok(JSON.parse(second!).grams.wtw > 0);
  });

  test('prints a warning in the line of JSON, or on standard error beside a report', async () => {
    const flight = { ...TRIPS[1].legs[0], aircraft: 'XYZ' };
    const input = `\n${JSON.stringify({ legs: [{ origin: 'DEL', destination: 'BOM' }, flight] })}`;
    const lines = await runInProcess(input, '--trips', '-');
    const { legs } = JSON.parse(lines.stdout);
    assert.equal('warnings' in legs[0], false);
    assert.equal(legs[1].warnings[0].code, 'aircraft_not_supported');
    assert.doesNotMatch(lines.stderr, /XYZ/);
    for (const format of ['iso-14083', 'geojson']) {
      const { status, stderr } = await runInProcess(input, '--trips', '-', '--format', format);
      assert.equal(status, 0);
      assert.match(stderr, /^line 2: legs\[1\]: No fuel data for aircraft XYZ: .*\n1 trip, 0 of them/);
    }
  });

  test('--provenance adds the derivation of flights', async () => {
    const { stdout } = await runInProcess(LINES, '--trips', '-', '--provenance');
    const trips = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(trips[0].legs[0].provenance, undefined);
    assert.ok(trips[1].legs[0].provenance.length > 5);
  });

  test('GeoJSON: one collection, each airport once', async () => {
    const input = join(folder, 'trips.jsonl');
    const output = join(folder, 'trips.geojson');
    writeFileSync(input, `${LINES}\n${JSON.stringify(TRIPS[1])}`);
    assert.equal(
      (await runInProcess('', '--trips', input, '--out', output, '--format', 'geojson')).status,
      0,
    );
    const { type, features } = JSON.parse(readFileSync(output, 'utf8'));
    assert.equal(type, 'FeatureCollection');
    const airports = features.map((one: { properties: { airport?: string } }) => one.properties.airport);
    assert.deepEqual(airports.filter(Boolean).sort(), ['DEL', 'DXB', 'LAX', 'LHR', 'NRT']);
    assert.equal(features.length, 5 + 6);
    assert.deepEqual(
      JSON.parse((await runInProcess('', '--trips', '-', '--format', 'geojson')).stdout).features,
      [],
    );
  });

  for (const [format, column] of [
    ['iso-14083', 'ghgOperationKg'],
    ['ghg-protocol', 'tankToWakeKg'],
  ] as const) {
    test(`${format}: CSV with one header`, async () => {
      const { status, stdout } = await runInProcess(LINES, '--trips', '-', '--format', format);
      assert.equal(status, 0);
      const lines = stdout.trim().split('\n');
      assert.equal(lines.length, 1 + 4 + 1);
      assert.ok(lines[0]!.split(',').includes(column));
      assert.match(lines[5]!, /,B,/);
      assert.doesNotMatch(stdout, /null|undefined/);
    });
  }

  test('refuses the input as output, and creates no output for a missing input', async () => {
    const input = join(folder, 'trips.jsonl');
    writeFileSync(input, LINES);
    assert.equal((await runInProcess('', '--trips', input, '--out', input)).status, 2);
    assert.equal(readFileSync(input, 'utf8'), LINES);
    const none = await runInProcess('', '--trips', join(folder, 'none'), '--out', join(folder, 'out'));
    assert.equal(none.status, 1);
    assert.match(none.stderr, /none: there is no such file/);
    assert.equal(existsSync(join(folder, 'out.partial')), false);
    assert.equal((await runInProcess('', '--trips', folder)).status, 1);
  });
});
