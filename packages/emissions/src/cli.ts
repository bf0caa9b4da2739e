#!/usr/bin/env node
/** The command line: one flight, or a file of flights. */
import { parseArgs } from 'node:util';
import { estimateFile, REQUIRED_COLUMNS } from './cli/estimate-file.ts';
import { flightOf } from './cli/flight-arguments.ts';
import { createProgress } from './cli/progress.ts';
import { explain, tryEstimateFlight } from './index.ts';

const USAGE = `Usage:
  flight-emissions ZRH-SFO --carrier LX --flight 38 --date 2026-12-14 [--aircraft 789] [--explain | --json]
  flight-emissions --csv flights.csv [--out estimates.csv]

The file's first line names its columns: ${REQUIRED_COLUMNS.join(', ')}, and if you like
aircraft, loadFactor, cargoMassFraction, distanceKm. Dates are YYYY-MM-DD.
Exit code: 0 done, 1 wrong usage, 2 a flight could not be estimated.
`;

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
  help: { type: 'boolean', short: 'h' },
} as const;

/** Runs the command; answers with its exit code. */
async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (values.csv !== undefined) {
    const { flights, failed } = await estimateFile(values.csv, values.out, createProgress(process.stderr));
    process.stderr.write(`${flights} flights, ${failed} of them could not be estimated\n`);
    return failed > 0 ? 2 : 0;
  }
  const route = /^([A-Za-z]{3})-([A-Za-z]{3})$/.exec(positionals[0] ?? '');
  if (!route || positionals.length > 1) {
    process.stderr.write(USAGE);
    return 1;
  }
  const result = tryEstimateFlight(
    flightOf({
      origin: route[1],
      destination: route[2],
      carrier: values.carrier,
      flight: values.flight,
      date: values.date,
      aircraft: values.aircraft,
      loadFactor: values['load-factor'],
      cargoMassFraction: values['cargo-mass-fraction'],
      distanceKm: values['distance-km'],
    }),
  );
  if (!result.ok) {
    process.stderr.write(`${result.problem.message}\n`);
    return 2;
  }
  const { estimate } = result;
  if (values.json) process.stdout.write(`${JSON.stringify(estimate, undefined, 2)}\n`);
  else if (values.explain) process.stdout.write(`${explain(estimate)}\n`);
  else {
    for (const [cabin, grams] of Object.entries(estimate.emissionsGramsPerPax)) {
      process.stdout.write(`${cabin.padEnd(15)} ${grams} g CO2e\n`);
    }
  }
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
