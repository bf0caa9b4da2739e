/** Checks each package's export map, files and types as published, as consumers resolve them. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { pack } from './consumers/pack.ts';

const run = promisify(execFile);

/** Returns faults of a package's export map; suggestions count too, so that none becomes a habit. */
async function exportFaults(path: string): Promise<string[]> {
  const { buffer: tarball } = new Uint8Array(await readFile(path));
  const { messages, pkg } = await publint({ strict: true, pack: { tarball } });
  return messages.map((message) => formatMessage(message, pkg) ?? message.code);
}

/** Returns faults of a package's types, by the resolution of each kind of consumer. */
async function typeFaults(path: string): Promise<string[]> {
  const args = ['exec', 'attw', path, '--profile', 'esm-only', '--format', 'ascii'];
  try {
    await run('pnpm', args, { env: { ...process.env, NO_COLOR: '1' } });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return [stdout + stderr];
  }
}

// Packed once for both, from the output of `pnpm build`.
const folder = await mkdtemp(join(tmpdir(), 'flight-offset-exports-'));
let faults = 0;
for (const [name, path] of Object.entries(await pack(folder))) {
  const found = [...(await exportFaults(path)), ...(await typeFaults(path))];
  faults += found.length;
  console.log(`${found.length === 0 ? 'sound' : 'FAULT'}  ${name}`);
  for (const fault of found) console.log(`       ${fault}`);
}
await rm(folder, { recursive: true });
process.exitCode = faults > 0 ? 1 : 0;
