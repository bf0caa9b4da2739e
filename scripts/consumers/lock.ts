/**
 * `node scripts/consumers/lock.ts`: resolves the other dependencies of the projects afresh, and writes the lockfile of
 * each. Run it when a version in one of their `package.json` changes.
 */
import { execFile } from 'node:child_process';
import { access, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { foldersOf, PROJECTS, type ProjectName } from './projects.ts';

const run = promisify(execFile);

/** Returns the effective `package.json`: that of the last folder that has one. */
async function manifestOf(name: ProjectName): Promise<Record<string, Record<string, string>>> {
  for (const folder of foldersOf(name).toReversed()) {
    const path = join(folder, 'package.json');
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return JSON.parse(await readFile(path, 'utf8'));
  }
  throw new Error(`${name} has no package.json`);
}

for (const name of PROJECTS) {
  const { dependencies = {}, devDependencies = {} } = await manifestOf(name);
  const foreign = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([one]) => !one.startsWith('@flight-offset/')));
  const manifest = { dependencies: foreign(dependencies), devDependencies: foreign(devDependencies) };
  if (Object.values(manifest).every((all) => Object.keys(all).length === 0)) continue;
  const folder = await mkdtemp(join(tmpdir(), 'flight-offset-lock-'));
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await run('pnpm', ['install', '--lockfile-only', '--ignore-workspace'], { cwd: folder });
  const own = foldersOf(name).at(-1) ?? '';
  await copyFile(join(folder, 'pnpm-lock.yaml'), join(own, 'pnpm-lock.yaml'));
  await rm(folder, { recursive: true });
  console.log(`${name}: locked`);
}
