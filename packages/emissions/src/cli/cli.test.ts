import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { estimateFlights } from '../index.ts';
import { createCsvReader, csvLine } from './csv.ts';
import { createProgress } from './progress.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['--conditions=source', cli, ...args], { encoding: 'utf8' });
}

const one = ['ZRH-SFO', '--carrier', 'LX', '--flight', '38', '--date', '2026-12-14'];

test('one flight: a line a cabin', () => {
  const { status, stdout } = run(...one);
  const departureDate = { year: 2026, month: 12, day: 14 };
  const [estimate] = estimateFlights([
    { origin: 'ZRH', destination: 'SFO', operatingCarrierCode: 'LX', flightNumber: 38, departureDate },
  ]);
  assert.equal(status, 0);
  assert.match(stdout, new RegExp(`^economy +${estimate!.emissionsGramsPerPax.economy} g CO2e$`, 'm'));
});

test('--explain tells the derivation, --json the whole estimate', () => {
  assert.match(run(...one, '--explain').stdout, /distance factor/);
  assert.equal(JSON.parse(run(...one, '--json').stdout).flight.origin, 'ZRH');
});

test('a flight that cannot be estimated: the reason and exit code 2', () => {
  const { status, stderr, stdout } = run('LON-SFO', ...one.slice(1));
  assert.equal(status, 2);
  assert.match(stderr, /LHR/);
  assert.equal(stdout, '');
});

test('wrong usage: how to use it and exit code 1', () => {
  assert.equal(run().status, 1);
  assert.match(run('ZRH').stderr, /Usage/);
  assert.equal(run('ZRH-SFO', '--no-such-option').status, 1);
});

test('a file: every line keeps its place, figures and reasons after it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emissions-'));
  try {
    const input = join(folder, 'in.csv');
    const output = join(folder, 'out.csv');
    writeFileSync(
      input,
      'id,origin,destination,carrier,flight,date\r\n"a, b",DEL,BOM,6E,201,2026-02-28\r\n2,LON,JFK,BA,1,2026-02-28',
    );
    const { status, stderr } = run('--csv', input, '--out', output);
    assert.equal(status, 2);
    assert.match(stderr, /2 flights, 1 of them/);
    const reader = createCsvReader();
    const [header, first, second] = [...reader.push(readFileSync(output, 'utf8')), ...reader.end()];
    assert.equal(first![0], 'a, b');
    assert.ok(Number(first![header!.indexOf('economyGrams')]) > 50_000);
    assert.match(second![header!.indexOf('error')]!, /metropolitan/);
    assert.equal(second!.length, header!.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a file without the columns says which are missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emissions-'));
  try {
    writeFileSync(join(folder, 'in.csv'), 'origin,carrier\nDEL,6E\n');
    const { status, stderr } = run('--csv', join(folder, 'in.csv'));
    assert.equal(status, 1);
    assert.match(stderr, /destination, flight, date/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('CSV survives being cut anywhere', () => {
  const records = [
    ['a', 'b "c"', 'd,e'],
    ['', 'x\ny', '1'],
  ];
  const text = records.map(csvLine).join('');
  for (let cut = 0; cut <= text.length; cut++) {
    const reader = createCsvReader();
    assert.deepEqual(
      [...reader.push(text.slice(0, cut)), ...reader.push(text.slice(cut)), ...reader.end()],
      records,
    );
  }
});

test('the bar is drawn on terminals only', () => {
  const written: string[] = [];
  const write = (text: string): number => written.push(text);
  createProgress({ write }).show(0.5, 10);
  assert.equal(written.length, 0);
  createProgress({ isTTY: true, write }).show(0.5, 10);
  assert.match(written.join(''), /50 % 10 flights/);
});
