/**
 * `pnpm test [PART]…`: runs all tests, or the test files whose path contains one of the parts. Ends with one line
 * `N passed, N failed`. Exit code 2 if no path contains a part.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSharedPostgres } from '../packages/gateway/src/testing/postgres.ts';
import { packAnew } from './consumers/pack.ts';
import type { Counts } from './count-reporter.ts';
import { atLeastOneFailure, nodeTests } from './node-tests.ts';
import { runCommand } from './run-command.ts';
import { findTestFiles, type TestFiles } from './test-files.ts';

const GATEWAY_BUNDLE = fileURLToPath(new URL('../packages/gateway/dist/cli.js', import.meta.url));

/** Number of parallel test processes: more than processors, since each waits at times. */
const LANES = 5;

/** Runs unit, integration and end-to-end tests under node:test; those of elements need a browser. */
async function nodeTestsInLanes(files: TestFiles['inNode']): Promise<readonly Counts[]> {
  if (files.length === 0) return [];
  // Resources that each file would create again: a database server, tarballs of the packages. Files that stop or demote
  // a database server start their own.
  const tarballs = await mkdtemp(join(tmpdir(), 'flight-offset-tarballs-'));
  const [postgres] = await Promise.all([startSharedPostgres(), packAnew(tarballs)]);
  const env = { ...postgres.env, TEST_TARBALLS: tarballs, TEST_GATEWAY_CLI: GATEWAY_BUNDLE };
  const queue = [...files];
  async function lane(): Promise<readonly Counts[]> {
    const counts: Counts[] = [];
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      counts.push(await nodeTests(next, env));
    return counts;
  }
  const counts = await Promise.all(Array.from({ length: LANES }, lane));
  await postgres.stop();
  await rm(tarballs, { recursive: true });
  return counts.flat();
}

/** Runs tests in a real browser; their reporter's last line has the counts. */
async function browserTests(files: TestFiles['inBrowser']): Promise<readonly Counts[]> {
  if (files.length === 0) return [];
  const { code, output } = await runCommand('pnpm', [
    '--filter',
    '@flight-offset/elements',
    'run',
    'test:browser',
    ...files.flatMap((file) => ['--files', file.slice('packages/elements/'.length)]),
  ]);
  const line = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  const [passed = 0, failed = 0, skipped = 0] = (line ?? []).slice(1).map((count) => Number(count ?? 0));
  const failures = failed > 0 ? ['packages/elements: see ✗ above'] : [];
  return [atLeastOneFailure('packages/elements in a browser', code, { passed, failed, skipped, failures })];
}

const { inNode, inBrowser } = findTestFiles(process.argv.slice(2));

// Hundreds of processes load the same modules: the first one compiles each for all, which halves the time of a start.
const compiled = await mkdtemp(join(tmpdir(), 'flight-offset-compiled-'));
process.env.NODE_COMPILE_CACHE = compiled;
process.once('exit', () => rmSync(compiled, { recursive: true }));

// If CI runs both, `pnpm check` has just built everything.
if (process.env.TEST_BUILT !== '1') {
  const { code } = await runCommand('pnpm', ['build']);
  if (code !== 0) {
    console.log('the build failed, so nothing was tested\n0 passed, 1 failed');
    process.exit(1);
  }
}

const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
// In parallel: each waits at times, for a database, a process or a page.
const counted = await Promise.all([nodeTestsInLanes(inNode), browserTests(inBrowser)]);
for (const counts of counted.flat()) {
  for (const name of ['passed', 'failed', 'skipped'] as const) total[name] += counts[name];
  total.failures.push(...counts.failures);
}
// Repeated in one place: the output of the processes is interleaved.
for (const failure of total.failures) console.log(`failed: ${failure}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
