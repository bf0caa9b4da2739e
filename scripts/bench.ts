/**
 * Runs every benchmark, or those whose path contains one of the arguments: a table, and `bench/results.json`. Exit code
 * 1 if a bar is missed, 2 if no benchmark matches.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { type BenchModule, type Measure, meetsBar } from './measure.ts';
import { wantedFiles } from './wanted-files.ts';

const root = new URL('..', import.meta.url);
const wanted = process.argv.slice(2);

interface Section {
  readonly subject: string;
  readonly measures: readonly Measure[];
}

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

function row(measure: Measure): string {
  const { name, value, unit, bar } = measure;
  const wants =
    bar && ('atLeast' in bar ? `≥ ${number.format(bar.atLeast)}` : `≤ ${number.format(bar.atMost)}`);
  const verdict = wants ? `${meetsBar(measure) ? 'holds' : 'MISSED'} (${wants})` : '';
  return `  ${name.padEnd(72)}${`${number.format(value)} ${unit}`.padStart(20)}  ${verdict}`;
}

const sections: Section[] = [];
for (const { path, href } of await wantedFiles('{packages,examples}/*/bench/*.bench.ts', wanted)) {
  const subject = path
    .replace(/^(packages|examples)\//, '')
    .replace('/bench/', ': ')
    .replace('.bench.ts', '');
  const module = (await import(href)) as BenchModule;
  const measures = await module.bench();
  sections.push({ subject, measures });
  console.log(`\n${subject}`);
  for (const measure of measures) console.log(row(measure));
}

const machine = {
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
};
await mkdir(new URL('bench/', root), { recursive: true });
await writeFile(
  new URL('bench/results.json', root),
  `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, sections }, null, 2)}\n`,
);

const missed = sections.flatMap(({ measures }) => measures).filter((measure) => !meetsBar(measure));
console.log(`\n${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, Node ${machine.node}`);
console.log(missed.length === 0 ? 'Every bar holds.' : `${missed.length} bars are missed.`);
// Benchmarks may leave servers and sockets open, which would keep the process alive.
process.exit(missed.length === 0 ? 0 : 1);
