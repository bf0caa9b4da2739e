/** `pnpm boms`: writes a bill of materials of each built package into `boms/`. */
import { fileURLToPath } from 'node:url';
import { writeBills } from './bill-of-materials.ts';

for (const path of await writeBills(fileURLToPath(new URL('../boms', import.meta.url)))) console.log(path);
