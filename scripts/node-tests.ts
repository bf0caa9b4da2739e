import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from './count-reporter.ts';
import { runCommand } from './run-command.ts';

/** Runs test files under node:test, one after the other in a separate process. @param files Paths. */
export async function nodeTests(files: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'flight-offset-test-'));
  const counts = join(folder, 'counts.json');
  const { code } = await runCommand(
    process.execPath,
    [
      '--conditions=source',
      // A test that failed before it closed its server would keep the process alive, and failures would never be
      // printed.
      '--test-force-exit',
      '--test-reporter=dot',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/count-reporter.ts',
      `--test-reporter-destination=${counts}`,
      'scripts/together.ts',
      ...files,
    ],
    env,
  );
  const text = await readFile(counts, 'utf8').catch(() => '');
  await rm(folder, { recursive: true });
  const counted = text === '' ? undefined : (JSON.parse(text) as Counts);
  return atLeastOneFailure(files.join(', '), code, counted);
}

/** Counts a process that ended badly, or counted nothing, as failed. @param what Name of its tests. */
export function atLeastOneFailure(what: string, code: number, counted?: Counts): Counts {
  const counts = counted ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
  if (counts.failed > 0 || (code === 0 && counts.passed + counts.skipped > 0)) return counts;
  const why = `${what}: ended with ${code}, ${counts.passed} tests had passed and none had failed`;
  return { ...counts, failed: 1, failures: [...counts.failures, why] };
}
