/**
 * `pnpm tarballs`: builds the packages and packs them into `tarballs/`, to install them without a registry, each beside
 * its bill of materials.
 */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeBills } from './bill-of-materials.ts';
import { packUnversioned } from './consumers/pack.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const folder = `${repository}tarballs`;

execFileSync('pnpm', ['build'], { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] });
await rm(folder, { recursive: true, force: true });
for (const path of Object.values(await packUnversioned(folder))) console.log(path);
for (const path of await writeBills(folder)) console.log(path);
