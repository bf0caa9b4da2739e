import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { pack } from './pack.ts';
import { foldersOf, type ProjectName } from './projects.ts';

const run = promisify(execFile);

/** Files that a copy omits: installed or built ones, and those only for the workspace. */
const OMITTED = new Set(['node_modules', 'dist', 'test', '.next', '.wrangler']);

/** Tools prompt for nothing, send no statistics and write without colours. */
const QUIET = {
  CI: '',
  NO_COLOR: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  WRANGLER_SEND_METRICS: 'false',
};

/** Environment of the tools of a project outside the workspace: nothing of this process. */
export function cleanEnv(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, ...QUIET };
  for (const name of ['NODE_OPTIONS', 'NODE_TEST_CONTEXT']) delete env[name];
  return env;
}

/** A project with no access to the workspace. */
export interface OutsideProject {
  readonly folder: string;
  /** Environment of its tools: nothing of this process. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs a tool that is installed in the project. */
  exec(tool: string, ...args: string[]): Promise<{ code: number; output: string }>;
  remove(): Promise<void>;
}

/**
 * Copies a project outside the workspace and installs the dependencies of its `package.json`: the packed packages for
 * `@flight-offset/*`, all others by its lockfile.
 */
export async function installOutside(name: ProjectName): Promise<OutsideProject> {
  const folder = await mkdtemp(join(tmpdir(), 'flight-offset-consumer-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  const env = cleanEnv();
  try {
    for (const from of foldersOf(name))
      await cp(from, folder, { recursive: true, filter: (path) => !OMITTED.has(basename(path)) });
    const tarballs = await pack(join(folder, 'tarballs'));
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    for (const dependencies of [manifest.dependencies, manifest.devDependencies])
      for (const wanted of Object.keys(dependencies ?? {}))
        if (tarballs[wanted]) dependencies[wanted] = `file:${tarballs[wanted]}`;
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const overrides = Object.entries(tarballs).map(([wanted, file]) => `  '${wanted}': file:${file}`);
    await writeFile(join(folder, 'pnpm-workspace.yaml'), ['overrides:', ...overrides, ''].join('\n'));
    const args = ['install', '--prefer-offline', '--ignore-scripts', '--no-frozen-lockfile'];
    await run('pnpm', args, { cwd: folder, env });
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    env,
    remove,
    exec: (tool, ...args) =>
      new Promise((resolve) => {
        execFile('pnpm', ['exec', tool, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
          resolve({ code: error ? 1 : 0, output: stripVTControlCharacters(stdout + stderr) }),
        );
      }),
  };
}
