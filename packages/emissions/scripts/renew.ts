/**
 * Rebuilds all data and reports the changes from the committed data: rows by table, estimates, accuracy. `--dry-run`
 * writes nothing; `--since COMMIT` compares with another commit than HEAD. How to renew each source:
 * docs/decisions/emissions-upkeep.md.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readOptions } from '../../../scripts/read-options.ts';
import { buildModules } from './build/modules.ts';
import { dataFolder } from './build/sources.ts';
import { compareModules } from './renew/compare.ts';
import { renewalReport } from './renew/report.ts';

const values = readOptions({
  'dry-run': { type: 'boolean', default: false },
  since: { type: 'string', default: 'HEAD' },
});

/** Returns a generated module as committed; outside a repository, the file itself. */
function committed(name: string): string {
  try {
    return execFileSync('git', ['show', `${values.since}:./${name}.ts`], {
      cwd: dataFolder,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    if (values.since !== 'HEAD')
      throw new Error(`git has no ${name}.ts of ${values.since}`, { cause: error });
    return readFileSync(new URL(`${name}.ts`, dataFolder), 'utf8');
  }
}

const after = buildModules();
const before = Object.fromEntries(Object.keys(after).map((name) => [name, committed(name)]));
const report = renewalReport(await compareModules(before, after));
if (!values['dry-run']) {
  for (const [name, text] of Object.entries(after)) writeFileSync(new URL(`${name}.ts`, dataFolder), text);
}
process.stdout.write(report);
if (Object.keys(after).some((name) => after[name] !== before[name])) {
  process.stdout.write(
    '\nThe data moved: set the date of MODEL_VERSION in src/estimate/model-version.ts to today.\n',
  );
}
