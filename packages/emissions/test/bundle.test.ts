/** The published bundles return what the modules return, and lite stays small. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { foldersOfOthers } from '../../../scripts/copies.ts';
import { bundle } from '../scripts/build/bundle.ts';
import * as cities from '../src/cities.ts';
import * as full from '../src/index.ts';
import * as lite from '../src/lite.ts';
import * as trips from '../src/trips/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'emissions-bundle-'));
let others: ReadonlySet<string>;
before(async () => {
  others = foldersOfOthers(await bundle(folder));
});
after(() => rmSync(folder, { recursive: true }));

const flight = {
  origin: 'DEL',
  destination: 'BOM',
  operatingCarrierCode: '6E',
  flightNumber: 201,
  departureDate: { year: 2026, month: 12, day: 14 },
};

for (const [name, source] of [
  ['index', full],
  ['lite', lite],
] as const) {
  test(`${name}.js returns the same as its source`, async () => {
    const bundled = (await import(pathToFileURL(join(folder, `${name}.js`)).href)) as typeof source;
    assert.deepEqual(bundled.estimateFlights([flight]), source.estimateFlights([flight]));
    assert.deepEqual(Object.keys(bundled).sort(), Object.keys(source).sort());
  });
}

test('NOTICE has the licence of each third-party package in the bundles', () => {
  const notice = readFileSync(new URL('../NOTICE', import.meta.url), 'utf8');
  assert.ok(others.size > 0);
  for (const path of others)
    assert.ok(notice.includes(readFileSync(join(path, 'LICENSE'), 'utf8').trim()), path);
});

test('cities.js returns the same as its source', async () => {
  const bundled = (await import(pathToFileURL(join(folder, 'cities.js')).href)) as typeof cities;
  assert.deepEqual(bundled.cityNames(['ZRH', 'HKG'], 'ja'), cities.cityNames(['ZRH', 'HKG'], 'ja'));
  assert.deepEqual(Object.keys(bundled), Object.keys(cities));
});

test('trips.js returns the same as its source', async () => {
  const bundled = (await import(pathToFileURL(join(folder, 'trips.js')).href)) as typeof trips;
  const trip = { legs: [flight], roundTrip: true };
  assert.deepEqual(bundled.estimateTrip(trip), trips.estimateTrip(trip));
  assert.deepEqual(Object.keys(bundled).sort(), Object.keys(trips).sort());
});

for (const name of ['index', 'lite']) {
  test(`${name}.js: V8 compiles most functions of the first estimate with the module, not each by itself`, async () => {
    const [script, log] = [join(folder, `first-${name}.mjs`), join(folder, `first-${name}.log`)];
    writeFileSync(
      script,
      `import { estimateFlights } from './${name}.js'; estimateFlights([${JSON.stringify(flight)}]);`,
    );
    const flags = ['--log-function-events', '--no-logfile-per-isolate', `--logfile=${log}`];
    await promisify(execFile)(process.execPath, [...flags, script]);
    const events = readFileSync(log, 'utf8')
      .split('\n')
      .map((line) => line.split(','));
    const url = pathToFileURL(folder).href;
    const scripts = events.filter(([event, , of]) => event === 'script-details' && of?.startsWith(url));
    const ours = new Set(scripts.map(([, id]) => id));
    const count = (what: string): number =>
      events.filter(([event, kind, id]) => event === 'function' && kind === what && ours.has(id)).length;
    assert.ok(count('full-parse') > 150, `${count('full-parse')} functions parsed: what was logged?`);
    // Methods remain, and functions declared in other functions.
    assert.ok(count('parse-function') < 25, `${count('parse-function')} functions parsed by themselves`);
  });
}

/** Compressed sizes of the files: at full quality compression takes seconds, and both bundles share most files. */
const compressed = new Map<string, number>();

/** Returns the size of a file with all it imports, brotli. */
function bytesOf(name: string, seen: Set<string> = new Set()): number {
  if (seen.has(name)) return 0;
  seen.add(name);
  const text = readFileSync(join(folder, name), 'utf8');
  const imported = [...text.matchAll(/from\s*"\.\/([^"]+)"/g)].map(([, path]) => bytesOf(path!, seen));
  const own = compressed.get(name) ?? brotliCompressSync(text).length;
  compressed.set(name, own);
  return imported.reduce((sum, bytes) => sum + bytes, own);
}

/** Fields without scheduled flights: Arrabury in Queensland, Perry in Iowa, El Naranjo in Guatemala. */
const UNSERVED = ['AAB', 'PRO', 'ENJ'];

test('lite.js knows airports with scheduled flights only, index.js all', async () => {
  const { airportPosition: small } = (await import(
    pathToFileURL(join(folder, 'lite.js')).href
  )) as typeof lite;
  const codes = ['ZRH', 'GKA', 'DXN', 'NMI', 'WSI', 'XXX'];
  const known = (position: typeof small): boolean[] => codes.map((code) => position(code) !== undefined);
  assert.deepEqual(known(small), known(full.airportPosition));
  const unserved = UNSERVED.filter((code) => full.airportPosition(code) !== undefined);
  assert.deepEqual([unserved, unserved.filter((code) => small(code) !== undefined)], [UNSERVED, []]);
});

// T-100, 2024: Alaska's aircraft are a quarter full at Yakutat, 84 % elsewhere.
test('lite.js has the loads of airports without flights in GAIA, although it numbers airports differently', async () => {
  const yakutat = { ...flight, origin: 'JNU', destination: 'YAK', operatingCarrierCode: 'AS' };
  const loadOf = ({ estimateFlights }: typeof lite): number =>
    estimateFlights([yakutat])[0]!.provenance.find(({ step }) => step === 'load factor')!.value as number;
  const small = (await import(pathToFileURL(join(folder, 'lite.js')).href)) as typeof lite;
  assert.ok(loadOf(small) < 0.45, String(loadOf(small)));
  assert.equal(loadOf(small), loadOf(full));
});

test('lite with its code: at most 95 kB brotli; full: at most 260 kB', () => {
  const [small, whole] = [bytesOf('lite.js'), bytesOf('index.js')];
  assert.ok(small > 50_000 && small <= 95_000, `lite ${small}`);
  assert.ok(whole > small && whole <= 260_000, `full ${whole}`);
});
