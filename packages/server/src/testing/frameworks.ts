/**
 * The contract in frameworks and runtimes that have to be installed, built and started: the packed packages in
 * Next.js, SvelteKit, Astro, workerd, Bun and Deno. Not part of the everyday tests: it installs some 700 MB.
 * `pnpm --filter @flight-offset/server frameworks`, or with `FRAMEWORKS=next,deno` for some of them.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BARE_CREDENTIALS } from './bare-service.ts';
import {
  type CallbackOrder,
  type Host,
  MAX_BODY,
  type Merchant,
  SHOP,
  testContract,
  WEBHOOK_SECRET,
} from './contract.ts';
import { freePort } from './free-port.ts';
import { serveWeb } from './serve.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const ALL = readdirSync(FIXTURES, { withFileTypes: true }).flatMap((it) =>
  it.isDirectory() ? [it.name] : [],
);
const chosen = process.env.FRAMEWORKS?.split(',') ?? ALL;

const workplace = mkdtempSync(join(tmpdir(), 'offset-frameworks-'));
after(() => rmSync(workplace, { recursive: true, force: true }));

/** Environment of every command: this Node before any other. */
const base = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  NO_COLOR: '1',
};
delete (base as Record<string, string | undefined>).NODE_OPTIONS;

function run(cwd: string, command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd, env: base, stdio: ['ignore', 'ignore', 'inherit'] });
}

const tarballs = ['core', 'server'].map((name) => {
  const folder = fileURLToPath(new URL(`../../../${name}/`, import.meta.url));
  const into = join(workplace, `packed-${name}`);
  run(folder, 'pnpm', 'pack', '--pack-destination', into);
  return join(into, readdirSync(into)[0]!);
});

function prepare(name: string): string {
  const folder = join(workplace, name);
  cpSync(join(FIXTURES, name), folder, { recursive: true });
  cpSync(join(FIXTURES, 'offset.js'), join(folder, 'offset.js'));
  run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs);
  run(folder, 'npm', 'run', '--if-present', 'build');
  return folder;
}

async function untilListening(origin: string, ended: AbortSignal): Promise<void> {
  // A busy machine may take any time, as long as there is a process to wait for.
  while (!ended.aborted) {
    if (await fetch(`${origin}/offset/nothing`).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing responds at ${origin}`);
}

async function startIn(
  folder: string,
  service: string,
  onCompleted: (order: CallbackOrder) => void,
): Promise<Merchant> {
  const port = await freePort();
  const listener = await serveWeb(async (request) => {
    onCompleted((await request.json()) as CallbackOrder);
    return new Response();
  });
  const env = {
    ...base,
    PORT: String(port),
    OFFSET_SERVICE: service,
    OFFSET_KEY: BARE_CREDENTIALS.apiKey,
    OFFSET_API_SECRET: BARE_CREDENTIALS.secret,
    OFFSET_PLATFORM: BARE_CREDENTIALS.platformId,
    OFFSET_WEBHOOK_SECRET: WEBHOOK_SECRET,
    OFFSET_SHOP: SHOP,
    OFFSET_MAX_BODY: String(MAX_BODY),
    OFFSET_COMPLETED_URL: listener.origin,
  };
  // Its own group, so that npm, its shell and the server end together.
  const child = spawn('npm', ['run', '--silent', 'start'], {
    cwd: folder,
    env,
    detached: true,
    stdio: 'inherit',
  });
  const ended = new AbortController();
  const exit = once(child, 'exit').finally(() => ended.abort());
  const origin = `http://127.0.0.1:${port}`;
  const merchant: Merchant = {
    origin,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
      await exit;
      await listener[Symbol.asyncDispose]();
    },
  };
  try {
    await untilListening(origin, ended.signal);
  } catch (error) {
    await merchant[Symbol.asyncDispose]();
    throw error;
  }
  return merchant;
}

for (const name of chosen) {
  const folder = prepare(name);
  const host: Host = { name, start: (service, onCompleted) => startIn(folder, service, onCompleted) };
  testContract(host);
}
