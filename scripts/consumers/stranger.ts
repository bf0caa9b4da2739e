import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { pack } from './pack.ts';

const run = promisify(execFile);

/** What a copy leaves behind: what was installed, built or is for the workspace alone. */
const LEFT = new Set(['node_modules', 'dist', 'test', '.next', '.wrangler']);

/** A project with nothing of the workspace in reach. */
export interface Stranger {
  readonly folder: string;
  /** Runs a tool that is installed in the project. */
  exec(tool: string, ...args: string[]): Promise<{ code: number; output: string }>;
  remove(): Promise<void>;
}

/**
 * Copies folders one over the other to a place of their own and installs what their `package.json` asks for, with the
 * packed packages in place of `@flight-offset/*`, and else by the `pnpm-lock.yaml` where there is one.
 */
export async function stranger(...folders: readonly string[]): Promise<Stranger> {
  const folder = await mkdtemp(join(tmpdir(), 'flight-offset-consumer-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  const env = {
    ...process.env,
    CI: '',
    NO_COLOR: '1',
    NG_CLI_ANALYTICS: 'false',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  // What this process was told of itself is not for others.
  for (const name of ['NODE_OPTIONS', 'NODE_TEST_CONTEXT']) delete (env as NodeJS.ProcessEnv)[name];
  try {
    for (const from of folders)
      await cp(from, folder, { recursive: true, filter: (path) => !LEFT.has(basename(path)) });
    const tarballs = await pack(join(folder, 'tarballs'));
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    for (const kind of ['dependencies', 'devDependencies'])
      for (const name of Object.keys(manifest[kind] ?? {}))
        if (tarballs[name]) manifest[kind][name] = `file:${tarballs[name]}`;
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const overrides = Object.entries(tarballs).map(([name, file]) => `  '${name}': file:${file}`);
    await writeFile(join(folder, 'pnpm-workspace.yaml'), ['overrides:', ...overrides, ''].join('\n'));
    const args = ['install', '--prefer-offline', '--ignore-scripts', '--no-frozen-lockfile'];
    await run('pnpm', args, { cwd: folder, env });
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    remove,
    exec: (tool, ...args) =>
      new Promise((resolve) => {
        execFile('pnpm', ['exec', tool, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
          resolve({ code: error ? 1 : 0, output: stripVTControlCharacters(stdout + stderr) }),
        );
      }),
  };
}
