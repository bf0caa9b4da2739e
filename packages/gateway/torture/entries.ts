import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleInto } from '../scripts/bundler.ts';

/** Files which the processes of a storm run. */
export interface Entries {
  readonly gateway: string;
  readonly retirement: string;
}

let made: Promise<Entries> | undefined;

/** The files, bundled once: a storm starts dozens of processes, each of which would load the modules of the gateway. */
export function entries(): Promise<Entries> {
  made ??= bundleEntries();
  return made;
}

async function bundleEntries(): Promise<Entries> {
  // Inside of the package, where its dependencies are found, and in no tarball.
  const tools = fileURLToPath(new URL('../dist/.tools', import.meta.url));
  await mkdir(tools, { recursive: true });
  const folder = await mkdtemp(join(tools, 'torture-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  await bundleInto(folder, {
    gateway: 'torture/gateway-process.ts',
    retirement: 'torture/retirement-process.ts',
  });
  return { gateway: join(folder, 'gateway.js'), retirement: join(folder, 'retirement.js') };
}
