import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleInto, makeBundleFolder } from '../scripts/bundler.ts';

/** Files that the processes of a storm run. */
export interface Entries {
  readonly gateway: string;
  readonly retirement: string;
  readonly statement: string;
}

let made: Promise<Entries> | undefined;

/**
 * Returns the files, bundled once: a storm starts dozens of processes, each of which would load the gateway's modules.
 */
export function entries(): Promise<Entries> {
  made ??= bundleEntries();
  return made;
}

async function bundleEntries(): Promise<Entries> {
  const folder = await makeBundleFolder('torture');
  process.once('exit', () => rmSync(folder, { recursive: true }));
  await bundleInto(folder, {
    gateway: 'torture/gateway-process.ts',
    retirement: 'torture/retirement-process.ts',
    statement: 'torture/statement-process.ts',
  });
  const file = (name: keyof Entries): string => join(folder, `${name}.js`);
  return { gateway: file('gateway'), retirement: file('retirement'), statement: file('statement') };
}
