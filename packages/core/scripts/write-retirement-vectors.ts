import { writeFile } from 'node:fs/promises';
import { retirementVectors } from '../src/testing/retirement-vectors.ts';

await writeFile(
  new URL('../retirement-vectors.json', import.meta.url),
  `${JSON.stringify(await retirementVectors(), null, 2)}\n`,
);
