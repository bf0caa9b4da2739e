/**
 * `pnpm fuzz [--runs N] [--seed S] [--only TEXT]`: runs every `packages/<name>/fuzz/<subject>.fuzz.ts` on N generated
 * cases per property, 100 000 by default. Exits with 1 if a property fails, and prints its smallest case; with 2 if no
 * case would run.
 */
import { readOptions, readWhole } from './read-options.ts';
import { wantedFiles } from './wanted-files.ts';

interface FuzzModule {
  fuzz(options: { runs: number; seed: number }): Promise<{ name: string; runs: number; outcomes: object }[]>;
}

const { only, ...numbers } = readOptions({
  runs: { type: 'string', default: '100000' },
  seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  only: { type: 'string', default: '' },
});
const [runs, seed] = [readWhole('runs', numbers.runs, 1), readWhole('seed', numbers.seed, 0)];
const files = await wantedFiles('packages/*/fuzz/*.fuzz.ts', [only]);
let held = true;
console.log(`${runs} cases a property, seed ${seed}`);
for (const { path, href } of files) {
  try {
    const module = (await import(href)) as FuzzModule;
    for (const { name, runs: done, outcomes } of await module.fuzz({ runs, seed })) {
      console.log(`\n${name}: ${done} cases hold`);
      console.log(
        Object.entries(outcomes)
          .map(([outcome, count]) => `  ${outcome}: ${count}`)
          .join('\n'),
      );
    }
  } catch (error) {
    held = false;
    const cause = error instanceof Error && error.cause !== undefined ? `\n${String(error.cause)}` : '';
    console.error(`\n${path}: ${error instanceof Error ? error.message : String(error)}${cause}`);
  }
}
process.exit(held ? 0 : 1);
