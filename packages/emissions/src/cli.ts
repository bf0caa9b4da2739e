#!/usr/bin/env node
/** The command line: one flight, or a file of flights. */
import { parseArgs } from 'node:util';
import { columnOf, type FlightColumn } from './cli/columns.ts';
import { SEPARATORS } from './cli/csv.ts';
import { estimateFile } from './cli/estimate-file.ts';
import { estimateOne } from './cli/estimate-one.ts';
import { createProgress } from './cli/progress.ts';
import { USAGE, UsageError } from './cli/usage.ts';

const OPTIONS = {
  carrier: { type: 'string' },
  flight: { type: 'string' },
  date: { type: 'string' },
  aircraft: { type: 'string' },
  'load-factor': { type: 'string' },
  'cargo-mass-fraction': { type: 'string' },
  'distance-km': { type: 'string' },
  explain: { type: 'boolean' },
  json: { type: 'boolean' },
  csv: { type: 'string' },
  out: { type: 'string' },
  map: { type: 'string', multiple: true },
  separator: { type: 'string' },
  provenance: { type: 'boolean' },
  resume: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const COMPLETE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

type Values = ReturnType<typeof readArguments>['values'];

/** Columns named with `--map FIELD=NAME`. */
function mappedColumns(texts: readonly string[]): Map<FlightColumn, string> {
  return new Map(
    texts.map((text) => {
      const [, name = '', column = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
      const field = columnOf(name);
      if (field === undefined)
        throw new UsageError(`--map ${text} must be FIELD=NAME, such as carrier=Airline\n\n${USAGE}`);
      return [field, column];
    }),
  );
}

function separatorOf(text: string | undefined): string | undefined {
  const separator = text === 'tab' || text === '\\t' ? '\t' : text;
  if (separator !== undefined && !(SEPARATORS as readonly string[]).includes(separator))
    throw new UsageError(`--separator ${text} must be one of , ; | tab`);
  return separator;
}

async function runFile(csv: string, values: Values): Promise<number> {
  if (values.resume && (values.out === undefined || values.out === '-'))
    throw new UsageError('--resume continues a file: name it with --out');
  const { flights, failed } = await estimateFile(
    {
      input: csv === '-' ? undefined : csv,
      output: values.out === '-' ? undefined : values.out,
      separator: separatorOf(values.separator),
      columns: mappedColumns(values.map ?? []),
      withProvenance: values.provenance ?? false,
      resume: values.resume ?? false,
    },
    createProgress(process.stderr),
  );
  process.stderr.write(`${flights} flights, ${failed} of them could not be estimated\n`);
  return failed > 0 ? FAILED : COMPLETE;
}

/** Runs the command; returns its exit code. */
async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    process.stdout.write(USAGE);
    return COMPLETE;
  }
  if (values.csv !== undefined) return await runFile(values.csv, values);
  const route = /^([A-Za-z]{3})-([A-Za-z]{3})$/.exec(positionals[0] ?? '');
  if (!route || positionals.length > 1) throw new UsageError(USAGE);
  const result = estimateOne(
    {
      origin: route[1],
      destination: route[2],
      carrier: values.carrier,
      flight: values.flight,
      date: values.date,
      aircraft: values.aircraft,
      loadFactor: values['load-factor'],
      cargoMassFraction: values['cargo-mass-fraction'],
      distanceKm: values['distance-km'],
    },
    values.json ? 'json' : values.explain ? 'explained' : 'cabins',
  );
  if (result.ok) process.stdout.write(result.text);
  else process.stderr.write(result.message);
  return result.ok ? COMPLETE : FAILED;
}

// A reader that has seen enough, such as `head`, closes the pipe: that is no fault of the run.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(COMPLETE);
  });
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? WRONG_USAGE : FAILED;
}
