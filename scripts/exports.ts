/** Checks what each package would publish: its export map, its files and its types, as others will resolve them. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const run = promisify(execFile);
const packages = new URL('../packages/', import.meta.url);

/** Faults of a package's export map; suggestions count, so that none becomes a habit. */
async function exportFaults(folder: string): Promise<string[]> {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: 'pnpm' });
  return messages.map((message) => formatMessage(message, pkg) ?? message.code);
}

/** Faults of a package's types, by the resolution of each kind of consumer. */
async function typeFaults(folder: string): Promise<string[]> {
  const args = ['exec', 'attw', '--pack', folder, '--profile', 'esm-only', '--format', 'ascii'];
  try {
    await run('pnpm', args, { env: { ...process.env, NO_COLOR: '1' } });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return [stdout + stderr];
  }
}

let faults = 0;
for (const name of await readdir(packages)) {
  const folder = new URL(name, packages).pathname;
  const found = [...(await exportFaults(folder)), ...(await typeFaults(folder))];
  faults += found.length;
  console.log(`${found.length === 0 ? 'sound' : 'FAULT'}  @flight-offset/${name}`);
  for (const fault of found) console.log(`       ${fault}`);
}
process.exitCode = faults > 0 ? 1 : 0;
