import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type RunningGateway, startGateway } from '@flight-offset/gateway';
import type { Browser } from 'playwright-core';
import { coerce, satisfies } from 'semver';
import { pageMarkdown } from '../../docs/.vitepress/page-markdown.ts';
import { freePort } from '../../packages/gateway/src/testing/free-port.ts';
import { launchBrowser } from '../chromium.ts';
import { cleanEnv } from './outside-project.ts';
import { packUnversioned } from './pack.ts';
import { payAndReturn } from './pay.ts';
import { type Command, type StartedShop, start } from './start.ts';

const run = promisify(execFile);

/** A quickstart of the documentation. */
export interface Quickstart {
  /** Name of the page, as in its URL. */
  readonly name: string;
  /** Arguments added to the last command, for a tool that reads no port or variable from the environment. */
  readonly args?: (shop: { url: string; port: string; gatewayUrl: string }) => readonly string[];
}

/** Instructions of a page: files with their contents, and blocks of commands for one terminal each. */
interface Instructions {
  readonly files: ReadonlyMap<string, string>;
  readonly terminals: readonly (readonly string[])[];
}

function readInstructions(page: string): Instructions {
  const files = new Map<string, string>();
  const terminals: string[][] = [];
  for (const [, info = '', code = ''] of page.matchAll(/^```([^\n]+)\n([\s\S]*?)^```$/gm)) {
    const path = /\[(.+)\]$/.exec(info)?.[1];
    if (path) files.set(path, code);
    else if (code.startsWith('npm ')) terminals.push(code.trim().split('\n'));
    else assert.match(code, /^pnpm /, `a block of code without the name of its file:\n${code}`);
  }
  return { files, terminals };
}

/** Returns the versions of Node that a page names: `Node 20.19, 22.12 or newer`. */
function nodeVersions(page: string): string[] {
  const [, listed = ''] = /You need Node ([\d., ]+) or newer/.exec(page) ?? [];
  return listed
    .split(', ')
    .map((version) => coerce(version)?.version ?? assert.fail('the page names no Node'));
}

/** Returns installed packages for which some version of Node is too old, by their `engines`. */
async function findPackagesForNewerNode(versions: readonly string[], folder: string): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { engines?: { node?: string }; optional?: boolean }>;
  };
  return Object.entries(packages).flatMap(([path, { engines, optional }]) =>
    versions
      .filter((version) => !optional && engines?.node && !satisfies(version, engines.node))
      .map((version) => `${path} needs Node ${engines?.node}, the page says ${version}`),
  );
}

const npm = (command: string, env: Record<string, string>, args: readonly string[] = []): Command => ({
  run: ['npm', ...command.split(' ').slice(1), ...(args.length > 0 ? ['--', ...args] : [])],
  env,
});

async function writeFiles(folder: string, files: Instructions['files']): Promise<void> {
  for (const [path, code] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), code);
  }
}

/** Surroundings of the commands of one terminal. */
interface Terminal {
  readonly folder: string;
  readonly settings: Record<string, string>;
  /** Port of the server that the last command starts. */
  readonly port: string;
  /** Arguments added to the last command. */
  readonly args?: readonly string[] | undefined;
}

/** Runs the commands of a terminal, of which the last one starts a server. */
async function follow(
  commands: readonly string[],
  { folder, settings, port, args }: Terminal,
): Promise<StartedShop> {
  const env = { ...cleanEnv(), npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
  for (const command of commands.slice(0, -1))
    await run('npm', command.split(' ').slice(1), { cwd: folder, env });
  return await start({ folder, env }, () => npm(commands.at(-1) ?? '', settings, args), port);
}

/** Ticks the box, pays on the gateway's page and returns to a page that shows the paid contribution. */
async function payOn(browser: Browser, shopUrl: string, gatewayUrl: string): Promise<void> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(shopUrl);
  const widget = page.locator('flight-offset-widget:state(ready)');
  await widget.getByRole('checkbox').check();
  await payAndReturn(page, widget, { gatewayUrl, returnsTo: `${shopUrl}/return?**` });
  assert.deepEqual(errors, []);
  await page.close();
}

/**
 * Follows quickstarts by the text of their pages alone, outside the workspace, with the packed packages. A gateway and
 * a browser serve all of them; each has its own folder.
 */
export function testQuickstarts(...quickstarts: readonly Quickstart[]): void {
  let gateway: RunningGateway;
  let browser: Browser;
  let parent: string;

  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'flight-offset-quickstart-'));
    await packUnversioned(join(parent, 'flight-offset/tarballs'));
    gateway = await startGateway({ sandbox: true });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await gateway?.close();
    if (parent) await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  });

  for (const { name, args } of quickstarts)
    describe(`quickstart ${name}`, () => {
      const servers: StartedShop[] = [];
      after(async () => {
        for (const server of servers) await server.close();
      });

      it('leads from an empty folder to a paid order', async () => {
        const page = await pageMarkdown(`/quickstart/${name}`);
        const { files, terminals } = readInstructions(page);
        const folder = join(parent, name);
        await writeFiles(folder, files);
        const port = String(await freePort());
        const url = `http://localhost:${port}`;
        const settings: Record<string, string> = { PORT: port, SHOP_URL: url, OFFSET_URL: gateway.url };
        // The last terminal serves the pages; earlier ones are backends that its server calls.
        for (const commands of terminals.slice(0, -1)) {
          settings.BACKEND_PORT = String(await freePort());
          servers.push(await follow(commands, { folder, settings, port: settings.BACKEND_PORT }));
        }
        const own = args?.({ url, port, gatewayUrl: gateway.url });
        servers.push(await follow(terminals.at(-1) ?? [], { folder, settings, port, args: own }));
        assert.deepEqual(await findPackagesForNewerNode(nodeVersions(page), folder), []);
        await payOn(browser, url, gateway.url);
        const printed = (): boolean => servers.some(({ output }) => output().includes('Paid: order '));
        while (!printed()) await new Promise((resolve) => setTimeout(resolve, 100));
      });
    });
}
