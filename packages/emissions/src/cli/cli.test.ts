import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { estimateFlights, type FlightEstimate } from '../index.ts';
import { csvLine, detectSeparator, readCsv } from './csv.ts';
import { estimateFile } from './estimate-file.ts';
import { createProgress } from './progress.ts';
import { type CommandResult, runInProcess } from './run-in-process.fixture.ts';
import { USAGE } from './usage.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

const run = (...args: string[]): Promise<CommandResult> => runInProcess('', ...args);

/** Runs the command in its own process, to test loading, reading and passing on. */
function start(input: string, ...args: string[]) {
  return spawnSync(process.execPath, ['--conditions=source', cli, ...args], { encoding: 'utf8', input });
}

async function fieldsOf(pieces: (string | Buffer)[], separator?: string): Promise<string[][]> {
  const { records } = await readCsv(Readable.from(pieces), separator);
  const all: string[][] = [];
  for await (const { fields } of records) all.push([...fields]);
  return all;
}

function recordsOf(text: string, separator?: string): Promise<string[][]> {
  return fieldsOf([text], separator);
}

const one = ['ZRH-SFO', '--carrier', 'LX', '--flight', '38', '--date', '2026-12-14'];

describe('one flight', () => {
  test('one line per cabin', () => {
    const { status, stdout } = start('', ...one);
    const departureDate = { year: 2026, month: 12, day: 14 };
    const [estimate] = estimateFlights([
      { origin: 'ZRH', destination: 'SFO', operatingCarrierCode: 'LX', flightNumber: 38, departureDate },
    ]);
    assert.equal(status, 0);
    assert.match(stdout, new RegExp(`^economy +${estimate!.emissionsGramsPerPax.economy} g CO2e$`, 'm'));
  });

  test('prints a note about an aircraft that is left out of the figure', async () => {
    const { status, stdout, stderr } = await run(...one, '--aircraft', 'XYZ');
    assert.equal(status, 0);
    assert.match(stderr, /^Note: No fuel data for aircraft XYZ: .*\n$/);
    assert.equal(stdout.trim().split('\n').length, 4);
    assert.equal((await run(...one)).stderr, '');
    assert.equal((await run(...one, '--aircraft', 'XYZ', '--explain')).stderr, '');
  });

  test('--explain prints the derivation, --json the whole estimate', async () => {
    assert.match((await run(...one, '--explain')).stdout, /distance factor/);
    const given = ['--aircraft', '77W', '--load-factor', '0.9', '--cargo-mass-fraction', '0.1'];
    const { stdout } = await run(...one, ...given, '--distance-km', '9700.5', '--json');
    const { flight, ...figures } = JSON.parse(stdout);
    const [{ flight: _, ...expected }] = estimateFlights([
      {
        origin: 'ZRH',
        destination: 'SFO',
        operatingCarrierCode: 'LX',
        flightNumber: 38,
        departureDate: { year: 2026, month: 12, day: 14 },
        aircraft: '77W',
        loadFactor: 0.9,
        cargoMassFraction: 0.1,
        distanceKm: 9700.5,
      },
    ]) as [FlightEstimate];
    assert.deepEqual([flight.origin, figures], ['ZRH', expected]);
  });

  test('prints the reason for a flight that cannot be estimated, with exit code 1', () => {
    const { status, stderr, stdout } = start('', 'LON-SFO', ...one.slice(1));
    assert.equal(status, 1);
    assert.match(stderr, /LHR/);
    assert.equal(stdout, '');
  });

  for (const args of [
    [],
    ['ZRH'],
    [...one, 'BOM-DEL'],
    ['ZRH-SFO', '--no-such-option'],
    ['--csv', 'x.csv', '--map', 'carrier'],
    ['--csv', 'x.csv', '--map', 'colour=Airline'],
    ['--csv', 'x.csv', '--map', 'carrier=A', '--map', 'operatingCarrierCode=B'],
    ['--csv', 'x.csv', '--separator', 'x'],
    ['--csv', 'x.csv', '--resume'],
    ['ZRH-SFO', '--csv', 'x.csv'],
  ]) {
    test(`exits with 2 and the right usage for: ${args.join(' ')}`, async () => {
      const { status, stderr, stdout } = await run(...args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /Usage|must be|--out|two columns for carrier/);
    });
  }
});

describe('an option without effect is refused, not ignored', () => {
  for (const [says, ...args] of [
    [/needs --carrier.*add --carrier, --flight, --date$/m, 'ZRH-SFO', '--load-factor', '0.5'],
    [/needs --carrier.*add --carrier, --flight, --date$/m, 'ZRH-SFO', '--explain'],
    [/add --date$/m, 'ZRH-SFO', '--carrier', 'LX', '--flight', '38'],
    [/--round-trip, --travellers has no effect on a flight/, ...one, '--round-trip', '--travellers', '3'],
    [/add --date$/m, ...one.slice(0, -1), ''],
    [/needs --carrier.*add --carrier, --flight, --date$/m, 'ZRH-SFO', '--cargo-mass-fraction', '0.1'],
    [/a flight has two airports; DEL-DXB-LHR has more/, 'DEL-DXB-LHR', ...one.slice(1)],
    [/--format has no effect on a trip/, 'ZRH-SFO', '--format', 'iso-14083'],
    [/--format has no effect on --csv/, '--csv', 'x.csv', '--format', 'jsonl'],
    [/--aircraft has no effect on --csv/, '--csv', 'x.csv', '--aircraft', '789'],
    [/--resume has no effect on --trips/, '--trips', 'x.jsonl', '--resume'],
    [
      /--non-co2 has no effect on --format ghg-protocol/,
      '--trips',
      'x.jsonl',
      '--format',
      'ghg-protocol',
      '--non-co2',
      'defra',
    ],
    [
      /--provenance has no effect on --format geojson/,
      '--trips',
      'x.jsonl',
      '--format',
      'geojson',
      '--provenance',
    ],
  ] as const) {
    test(args.join(' '), async () => {
      const { status, stdout, stderr } = await run(...args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, says);
    });
  }
});

test('a date written another way: the message says how to write it', async () => {
  const { status, stderr } = await run(...one.slice(0, -1), '14.12.2026');
  assert.equal(status, 1);
  assert.match(stderr, /^date must be written YYYY-MM-DD, such as 2026-12-14\.$/m);
});

const HEADER = 'id,origin,destination,carrier,flight,date';
const ROWS = ['"a, b",DEL,BOM,6E,201,2026-02-28', '2,LON,JFK,BA,1,2026-02-28'];

test('a decimal comma: the message says to write a point, and only there', async () => {
  const comma = await run(...one, '--load-factor', '0,83', '--distance-km', '9.624,7');
  assert.equal(comma.status, 1);
  assert.match(comma.stderr, /loadFactor must be from 0\.001 to 1\. Write decimals with a point\./);
  assert.match(comma.stderr, /distanceKm must be .* Write decimals with a point\./);
  assert.doesNotMatch((await run(...one, '--load-factor', '2')).stderr, /point/);
});

test('refuses a number in another notation than decimals, which a program could misread', async () => {
  const message =
    'flightNumber must be a whole number from 1 to 9999. Write it without the carrier: 38, not LX38.\n';
  for (const text of ['0x26', '0b11', '0o7', '3 8', 'LX 0014']) {
    const { status, stderr } = await run(...one.slice(0, 3), '--flight', text, ...one.slice(5));
    assert.deepEqual([status, stderr], [1, message], text);
  }
  const zero = await run(...one.slice(0, 3), '--flight', '0', ...one.slice(5));
  assert.equal(zero.stderr, 'flightNumber must be a whole number from 1 to 9999.\n');
  for (const text of ['38', '0038', '38.0', ' 38 '])
    assert.equal((await run(...one.slice(0, 3), '--flight', text, ...one.slice(5))).status, 0, text);
});

test('help is on standard output, and complete', async () => {
  for (const option of ['--help', '-h']) {
    const { status, stdout, stderr } = await run(option);
    assert.deepEqual([status, stdout, stderr], [0, USAGE, '']);
  }
});

test('wrong usage of a process: exit code 2, and nothing on standard output', () => {
  const { status, stdout, stderr } = start('');
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /Usage/);
});

describe('a file of flights', () => {
  let folder = '';
  let input = '';
  let output = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'emissions-'));
    input = join(folder, 'in.csv');
    output = join(folder, 'out.csv');
    writeFileSync(input, [HEADER, ...ROWS].join('\r\n'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('keeps every row in place, with figures and errors after it', async () => {
    const { status, stderr } = await run('--csv', input, '--out', output);
    assert.equal(status, 1);
    assert.match(stderr, /2 flights, 1 of them/);
    const [header, first, second] = await recordsOf(readFileSync(output, 'utf8'));
    const cell = (name: string): string => first![header!.indexOf(name)]!;
    assert.equal(first![0], 'a, b');
    assert.ok(Number(cell('economyGrams')) > 50_000);
    assert.equal(header!.includes('provenance'), false);
    assert.match(second![header!.indexOf('error')]!, /metropolitan/);
    assert.equal(second!.length, header!.length);
    assert.equal(existsSync(`${output}.partial`), false);
  });

  const SWISS = { origin: 'ZRH', destination: 'SFO', operatingCarrierCode: 'LX', flightNumber: 38 };
  const NAMES =
    'aircraft,firstSeats,businessSeats,premiumEconomySeats,economySeats,loadFactor,cargoMassFraction';
  for (const [what, row, flight] of [
    [
      "with the engine's own values and a warning",
      '2040-12-14,XYZ,,,,,,,',
      { ...SWISS, departureDate: { year: 2040, month: 12, day: 14 }, aircraft: 'XYZ' },
    ],
    [
      'with the values of the row',
      '2026-12-14,77W,8,62,24,226,0.9,0.1,9700.5',
      {
        ...SWISS,
        departureDate: { year: 2026, month: 12, day: 14 },
        aircraft: '77W',
        seats: { first: 8, business: 62, premiumEconomy: 24, economy: 226 },
        loadFactor: 0.9,
        cargoMassFraction: 0.1,
        distanceKm: 9700.5,
      },
    ],
  ] as const) {
    test(`adds the figures of the estimate as columns, ${what}`, async () => {
      writeFileSync(input, `${HEADER},${NAMES},distanceKm\n1,ZRH,SFO,LX,38,${row}\n`);
      const [header, cells] = await recordsOf((await run('--csv', input)).stdout);
      const [estimate] = estimateFlights([flight]);
      const { emissionsGramsPerPax: grams, interval, ttwGramsPerPax, wttGramsPerPax } = estimate!;
      const { icao, seats } = estimate!.aircraft[0]!;
      const tierOf = (name: string) => estimate!.provenance.find(({ step }) => step === name)!.tier;
      const expected = {
        economyGrams: grams.economy,
        premiumEconomyGrams: grams.premiumEconomy,
        businessGrams: grams.business,
        firstGrams: grams.first,
        economyLowGrams: interval.low.economy,
        economyHighGrams: interval.high.economy,
        economyTtwGrams: ttwGramsPerPax.economy,
        economyWttGrams: wttGramsPerPax.economy,
        flownKm: estimate!.distanceKm,
        likeliestAircraft: icao,
        likeliestSeats: `${seats.first}F ${seats.business}J ${seats.premiumEconomy}W ${seats.economy}Y`,
        distanceTier: tierOf('distance factor'),
        aircraftTier: tierOf('aircraft'),
        seatsTier: tierOf('equivalent capacity'),
        loadTier: tierOf('load factor'),
        cargoTier: tierOf('cargo mass fraction'),
        modelVersion: estimate!.modelVersion,
        warning: estimate!.warnings.map(({ message }) => message).join(' '),
        error: '',
      };
      assert.deepEqual(header!.slice(14), Object.keys(expected));
      assert.deepEqual(cells!.slice(14), Object.values(expected).map(String));
    });
  }

  test('states a warning beside a less certain figure', async () => {
    writeFileSync(input, `${HEADER},aircraft\n1,DEL,BOM,6E,201,2026-02-28,XYZ\n`);
    await run('--csv', input, '--out', output);
    const [header, first] = await recordsOf(readFileSync(output, 'utf8'));
    assert.match(first![header!.indexOf('warning')]!, /XYZ/);
    assert.equal(first![header!.indexOf('error')], '');
  });

  test('--provenance adds the derivation', async () => {
    await run('--csv', input, '--out', output, '--provenance');
    const [header, first] = await recordsOf(readFileSync(output, 'utf8'));
    const steps = JSON.parse(first![header!.indexOf('provenance')]!) as { step: string }[];
    assert.ok(steps.some(({ step }) => step === 'load factor'));
  });

  test('from standard input to standard output', () => {
    const { status, stdout, stderr } = start(`${HEADER}\n${ROWS[0]}\n`, '--csv', '-');
    assert.equal(status, 0);
    assert.match(stdout, /^"a, b",DEL,BOM,6E,201,2026-02-28,\d+,/m);
    assert.equal(stderr, '1 flight, 0 of them could not be estimated\n');
  });

  for (const [name, link] of [
    ['by its path', undefined],
    ['by a hard link', linkSync],
    ['by a symbolic link', symlinkSync],
  ] as const) {
    test(`refuses the input named as output ${name}, and leaves it unchanged`, async () => {
      const before = readFileSync(input, 'utf8');
      const out = link ? output : input;
      link?.(input, out);
      const { status, stderr } = await run('--csv', input, '--out', out);
      assert.equal(status, 2);
      assert.match(stderr, /is the input itself/);
      assert.equal(readFileSync(input, 'utf8'), before);
      assert.equal(existsSync(`${input}.partial`), false);
    });
  }

  test('a folder as output is refused, and named', async () => {
    const { status, stderr } = await run('--csv', input, '--out', folder);
    assert.deepEqual([status, stderr], [2, `--out ${folder} is a folder: give a file\n`]);
  });

  test('an output that cannot be written is named', { skip: !existsSync('/dev/full') }, async () => {
    const { status, stderr } = await run('--csv', input, '--out', '/dev/full');
    assert.equal(status, 1);
    assert.match(stderr, /^\/dev\/full cannot be written: ENOSPC: no space left/);
  });

  test('a run that fails leaves the previous output as it was', async () => {
    writeFileSync(output, 'previous');
    writeFileSync(input, `${HEADER}\n${ROWS[0]}\n"never closed,DEL`);
    const { status, stderr } = await run('--csv', input, '--out', output);
    assert.equal(status, 1);
    assert.match(stderr, /quote/i);
    assert.equal(readFileSync(output, 'utf8'), 'previous');
  });

  test('shows the progress of a long run until it ends', async () => {
    writeFileSync(input, `${HEADER}\n${`${ROWS[0]}\n`.repeat(500)}`);
    const shown: [part: number | undefined, flights: number][] = [];
    let isDone = false;
    const progress = {
      show: (...one: (typeof shown)[number]) => shown.push(one),
      done: () => {
        isDone = true;
      },
    };
    const columns = new Map();
    const options = { input, output, separator: undefined, columns, withProvenance: false, resume: false };
    await estimateFile(options, progress, process);
    assert.ok(shown.length > 0 && isDone);
    for (const [part = 0, flights] of shown)
      assert.ok(part > 0 && part <= 1 && flights > 0 && flights <= 500);
  });

  test('continues an interrupted run, wherever it was cut', async () => {
    writeFileSync(input, [HEADER, ROWS[0]!.replace('b', 'Zürich'), ROWS[1]].join('\r\n'));
    await run('--csv', input, '--out', output);
    const whole = readFileSync(output, 'utf8');
    const [first, second] = [whole.indexOf('\n') + 1, whole.lastIndexOf('\n', whole.length - 2) + 1];
    const cuts = [0, 10, first, first + 2, second, second + 1, whole.length - 1, whole.length];
    for (const cut of cuts) {
      writeFileSync(`${output}.partial`, whole.slice(0, cut));
      const { status, stderr } = await run('--csv', input, '--out', output, '--resume');
      assert.equal(status, 1);
      assert.match(stderr, /2 flights, 1 of them/);
      assert.equal(readFileSync(output, 'utf8'), whole, `cut at ${cut}`);
    }
  });

  test('refuses an unfinished file of another input, or of the same without --resume, and keeps it', async () => {
    await run('--csv', input, '--out', output);
    const whole = readFileSync(output, 'utf8');
    for (const [written, resume, says] of [
      [whole.replace('DEL', 'BLR'), ['--resume'], /is not of/],
      [whole.replace('id,', 'key,'), ['--resume'], /is not of/],
      [whole.replace('\n2,LON', ',\n2,LON'), ['--resume'], /is not of/],
      [`${whole}${whole.split('\n')[1]}\n`, ['--resume'], /is not of/],
      [whole, ['--resume', '--provenance'], /is not of/],
      [whole, [], /is left of an interrupted run/],
    ] as const) {
      writeFileSync(`${output}.partial`, written);
      const { status, stderr } = await run('--csv', input, '--out', output, ...resume);
      assert.equal(status, 2);
      assert.match(stderr, says);
      assert.equal(readFileSync(`${output}.partial`, 'utf8'), written);
    }
  });

  test('--resume without an unfinished file starts anew', async () => {
    assert.equal((await run('--csv', input, '--out', output, '--resume')).status, 1);
    assert.equal(existsSync(output), true);
  });

  test('columns in any case and order, mapped names, semicolons', async () => {
    const header = 'Airline;FLIGHT_NUMBER;Departure-Date;origin;Destination;Economy Seats';
    writeFileSync(input, `\uFEFF${header}\n6E;201;2026-02-28;DEL;BOM;100\n6E;201;2026-02-28;DEL;BOM;\n`);
    const { status, stdout } = await run('--csv', input, '--map', 'carrier=airline');
    assert.equal(status, 0);
    const [, fewSeats, usual] = stdout.split('\n').map((line) => line.split(';'));
    assert.match(stdout, /;0F 0J 0W 100Y;/);
    assert.ok(Number(fewSeats![6]) > 1.2 * Number(usual![6]), 'the seats of the row count');
  });

  test("reads the interface's own column names, spaces around values and quotes inside them", async () => {
    const header = 'name,origin,destination,operatingCarrierCode,flightNumber,departureDate';
    writeFileSync(input, `${header}\nA "B" C, DEL ,BOM, 6E,201 , 2026-02-28\n`);
    const { status, stdout } = await run('--csv', input);
    assert.equal(status, 0);
    assert.match(stdout, /^"A ""B"" C", DEL ,BOM, 6E,201 , 2026-02-28,\d{5,},/m);
  });

  test('reads a mapped column in place of one with the usual name; a mapped column that is missing is an error', async () => {
    writeFileSync(input, `${HEADER},Airline\n1,DEL,BOM,nobody,201,2026-02-28,6E\n`);
    assert.equal((await run('--csv', input, '--map', 'carrier=Airline')).status, 0);
    const { status, stderr } = await run('--csv', input, '--map', 'carrier=Airlines');
    assert.equal(status, 2);
    assert.match(stderr, /there is no column "Airlines" for carrier: it has id, origin,/);
  });

  for (const [name, header, says] of [
    ['without the columns', 'origin,carrier', /destination, flight, date.*--map destination=/],
    ['in German', 'Abflug;Ziel', /no column for origin.*--map origin=NAME; it has Abflug, Ziel$/m],
    ['with a column twice', `${HEADER},Carrier`, /both hold carrier/],
    ['with a column the estimates bring', `${HEADER},error`, /already has the columns error/],
    ['without a line', '', /empty/],
  ] as const) {
    test(`refuses a file ${name} before anything is written`, async () => {
      writeFileSync(input, header === '' ? '' : `${header}\n1\n`);
      const { status, stderr } = await run('--csv', input, '--out', output);
      assert.equal(status, 2);
      assert.match(stderr, says);
      assert.equal(existsSync(output) || existsSync(`${output}.partial`), false);
    });
  }

  test('refuses a mapped name that two columns have: either could be meant', async () => {
    writeFileSync(input, `${HEADER},Date\n1,DEL,BOM,6E,201,2026-02-28,2027-02-28\n`);
    const { status, stderr } = await run('--csv', input, '--map', 'date=date');
    assert.equal(status, 2);
    assert.match(stderr, /two columns are named "date": rename the one that is not date/);
  });

  test('reports every error of a row, and a row with too many values', async () => {
    writeFileSync(input, `${HEADER}\n1,LON,QQQ,?,x,2026-13-40\n2,DEL,BOM,6E,1,2026-02-28,more\n3,DEL\n`);
    const [, first, second, third] = (await run('--csv', input)).stdout.split('\n');
    for (const field of [
      'origin',
      'destination',
      'operatingCarrierCode',
      'flightNumber',
      'departureDate.month',
    ])
      assert.match(first!, new RegExp(`${field} `), field);
    assert.match(second!, /Line 3 has 7 values for 6 columns/);
    assert.match(third!, /^3,DEL,,,,,,/);
  });

  test('accepts an empty aircraft column, and a tab as the separator by name or as \\t', async () => {
    writeFileSync(input, `${HEADER},aircraft\n1,DEL,BOM,6E,201,2026-02-28,\n`.replaceAll(',', '\t'));
    for (const tab of ['\\t', 'tab']) {
      const { status, stdout } = await run('--csv', input, '--separator', tab);
      assert.equal(status, 0);
      assert.match(stdout, /^1\tDEL\tBOM\t6E\t201\t2026-02-28\t\t\d{5,}\t/m);
    }
  });

  test('ignores empty values after the last column', async () => {
    writeFileSync(input, `${HEADER}\n1,DEL,BOM,6E,201,2026-02-28,, \n`);
    const { status, stdout } = await run('--csv', input);
    assert.equal(status, 0);
    assert.match(stdout, /^1,DEL,BOM,6E,201,2026-02-28,\d{5,},/m);
  });

  test('skips a first line that gives Excel the separator, but counts it as a line', async () => {
    for (const [first, separator] of [
      ['sep=;', ';'],
      ['\uFEFF"SEP=|"', '|'],
    ] as const) {
      const rows = [HEADER, '1,DEL,BOM,6E,201,2026-02-28', '2,DEL,BOM,6E,201,2026-02-28,more'];
      writeFileSync(input, [first, ...rows.map((row) => row.replaceAll(',', separator))].join('\r\n'));
      const { stdout, stderr } = await run('--csv', input);
      assert.match(stderr, /2 flights, 1 of them/);
      assert.match(stdout, /Line 4 has 7 values/);
    }
  });

  test('refuses a file that is not CSV in UTF-8, with what to do', async () => {
    for (const [bytes, says] of [
      [
        Buffer.from(`\uFEFF${HEADER}\n${ROWS[0]}\n`, 'utf16le'),
        /in\.csv is no CSV in UTF-8: save it as "CSV UTF-8"/,
      ],
      [Buffer.from('PK\u0003\u0004\u0014\0\u0006\0'), /in\.csv is no CSV in UTF-8/],
      [`${HEADER}\n${ROWS[0]}\n"never closed`, /in\.csv has a quote that opens in line 3 or after it/],
    ] as const) {
      writeFileSync(input, bytes);
      const { status, stderr } = await run('--csv', input);
      assert.equal(status, 1);
      assert.match(stderr, says);
    }
  });

  test('the line of a character that is not UTF-8 is named', async () => {
    const row = 'Z\u00FCrich,DEL,BOM,6E,201,2026-02-28\n';
    for (const [text, line] of [
      [`${HEADER}\n${ROWS[0]}\n${row}${row}`, 3],
      [`${HEADER},Flughafen Z\u00FCrich\n${row}`, 1],
    ] as const) {
      writeFileSync(input, Buffer.from(text, 'latin1'));
      const { status, stderr } = await run('--csv', input);
      assert.equal(status, 0);
      assert.match(stderr, /^line \d: characters that are not UTF-8 .*save the file as "CSV UTF-8"/);
      assert.equal(Number(stderr[5]), line);
    }
    writeFileSync(input, `${HEADER}\nZ\u00FCrich,DEL,BOM,6E,201,2026-02-28\n`);
    assert.doesNotMatch((await run('--csv', input)).stderr, /UTF-8/);
  });

  for (const option of ['--csv', '--trips'])
    test(`refuses a folder as ${option}, with what to give`, async () => {
      const { status, stderr } = await run(option, folder);
      assert.equal(status, 1);
      assert.ok(stderr.includes(`${folder} is a folder: give a file`));
    });

  test('reports a full disk behind standard output with the reason alone', {
    skip: !existsSync('/dev/full'),
  }, () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, ['--conditions=source', cli, '--csv', input], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    assert.equal(status, 1);
    assert.match(stderr, /^standard output: ENOSPC: .*\n$/);
  });

  test('reports a missing file with the reason and exit code 1', async () => {
    const { status, stderr } = await run('--csv', join(folder, 'none.csv'));
    assert.equal(status, 1);
    assert.match(stderr, /none\.csv: there is no such file/);
  });

  test('ends without an error if the reader closes the pipe early', async () => {
    writeFileSync(input, `${HEADER}\n${`${ROWS[0]}\n`.repeat(5000)}`);
    const child = spawn(process.execPath, ['--conditions=source', cli, '--csv', input], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const [code, signal] = await once(child, 'close');
    assert.deepEqual([code, signal, stderr], [0, null, '']);
  });
});

test('reads CSV in two pieces, wherever it is cut', async () => {
  const records = [
    ['a', 'b "c"', 'd;e'],
    ['', 'x\ny', 'ü'],
    ['"f"', 'x\ry', 'g'],
  ];
  assert.equal(csvLine(['x\ry'], ';'), '"x\ry"\n');
  const text = records.map((record) => csvLine(record, ';')).join('');
  const bytes = Buffer.from(text);
  for (let cut = 0; cut <= bytes.length; cut++) {
    assert.deepEqual(await fieldsOf([bytes.subarray(0, cut), bytes.subarray(cut)], ';'), records);
  }
});

describe('ends of lines', () => {
  for (const [name, text] of [
    ['of Unix after one of Windows', 'a,b\r\n1,2\n3,4\n'],
    ['of Windows after one of Unix', 'a,b\n1,2\r\n3,4\r\n'],
    ['of old Macs', 'a,b\r1,2\r3,4\r'],
  ] as const)
    test(`${name}: each ends a record`, async () => {
      assert.deepEqual(await recordsOf(text), [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ]);
    });
});

test('counts the line where a record ends, through any line breaks in its values', async () => {
  const text = 'a,b\r\n"1\r\n\r\n",2\r\n,\r\n"3\n",4\r\n5,6';
  const { records } = await readCsv(Readable.from([text]), undefined);
  const lines: number[] = [];
  for await (const { line } of records) lines.push(line);
  assert.deepEqual(lines, [1, 4, 7, 8]);
});

test('the empty rows of a spreadsheet are no records', async () => {
  assert.deepEqual(await recordsOf('a;b\r\n1;2\r\n;\r\n ;\r\n\r\n'), [
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('removes a byte order mark from the first name, quoted or not', async () => {
  for (const name of ['a', '"a"'])
    assert.deepEqual(await recordsOf(`\uFEFF${name},b\n1,2\n`), [
      ['a', 'b'],
      ['1', '2'],
    ]);
});

test('the separator is the one the header uses, unless it is named', async () => {
  assert.deepEqual(await recordsOf('sep=;\na;b,c\n', ','), [['a;b', 'c']]);
  assert.equal(detectSeparator('a;b;c'), ';');
  assert.equal(detectSeparator('a\tb'), '\t');
  assert.equal(detectSeparator('"a;b;c",d'), ',');
  assert.equal(detectSeparator('alone'), ',');
});

test('the bar is drawn on terminals only', () => {
  const written: string[] = [];
  const write = (text: string): number => written.push(text);
  createProgress({ write }).show(0.5, 10);
  assert.equal(written.length, 0);
  createProgress({ isTTY: true, write }).show(0.5, 10);
  createProgress({ isTTY: true, write }).show(undefined, 11);
  createProgress({ isTTY: true, write }).show(1.5, 12);
  createProgress({ isTTY: true, write }).show(7 / 0, 13);
  assert.match(written.join(''), /50 % 10 flights\r11 flights\r█+ 100 % 12 flights\r13 flights$/);
});
