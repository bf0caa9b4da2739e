/**
 * `pnpm fuzz [--runs N] [--seed S] [--only TEXT]`: every `packages/<name>/fuzz/<subject>.fuzz.ts` on N generated
 * cases per property, 100 000 by default. Exits with 1 if a property fails, and prints its smallest case.
 */
import { glob } from 'node:fs/promises';
import { parseArgs } from 'node:util';

interface FuzzModule {
  fuzz(options: { runs: number; seed: number }): Promise<{ name: string; runs: number; outcomes: object }[]>;
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string', default: '' },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
const root = new URL('..', import.meta.url);
const files = (await Array.fromAsync(glob('packages/*/fuzz/*.fuzz.ts', { cwd: root }))).toSorted();
let held = true;
console.log(`${runs} cases a property, seed ${seed}`);
for (const file of files.filter((path) => path.includes(values.only))) {
  try {
    const module = (await import(new URL(file, root).href)) as FuzzModule;
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
    console.error(`\n${file}: ${error instanceof Error ? error.message : String(error)}${cause}`);
  }
}
process.exit(held ? 0 : 1);
