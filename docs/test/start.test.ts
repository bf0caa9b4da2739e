/** `pnpm start` in a checkout where nothing was ever built: each URL responds, and all processes end. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../packages/gateway/src/testing/free-port.ts';
import { launchBrowser } from '../../scripts/chromium.ts';
import { payAndReturn } from '../../scripts/consumers/pay.ts';
import { STRICT_FRAME, STRICT_POLICY } from '../.vitepress/theme/sandbox/strict-policy.ts';
import { navigateTo } from './navigate.ts';
import { REPOSITORY } from './repository-files.ts';

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');

let browser: Browser;

before(async () => {
  browser = await launchBrowser();
});

after(() => browser?.close());

const PORTS: Readonly<Record<string, string>> = {
  DOCS_PORT: '4000',
  GATEWAY_PORT: '4010',
  MERCHANT_PORT: '4020',
  AIRLINE_PORT: '4030',
};

test('the guide and the README name the four URLs', () => {
  for (const page of ['docs/guide/start.md', 'README.md']) {
    for (const port of Object.values(PORTS)) assert.ok(read(page).includes(`http://localhost:${port}`), page);
  }
  for (const name of Object.keys(PORTS)) assert.ok(read('docs/guide/start.md').includes(`\`${name}\``), name);
});

/** Creates a clone of the repository with its dependencies installed, before any build. */
async function checkOut(folder: string): Promise<void> {
  await cp(REPOSITORY, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) =>
      !/^(\.git|\.data|node_modules)$|(^|\/)(dist|cache|\.turbo)$/.test(relative(REPOSITORY, path)),
  });
  await symlink(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
}

/** Walks through the visitor's pages, to a paid contribution in the sandbox. */
async function walk(page: Page, ports: Record<string, string>): Promise<void> {
  const address = (name: string): string => `http://localhost:${ports[name]}`;
  const ready = 'flight-offset-widget:state(ready)';
  await page.goto(`${address('AIRLINE_PORT')}/`);
  await page.locator(ready).getByRole('checkbox').check();
  await page.locator('#review-price').getByText('Climate contribution').waitFor();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByText(/kg of carbon credits are allocated to you/).waitFor();
  // The gateway would warn of variables that are only for the other servers.
  await page.goto(`${address('GATEWAY_PORT')}/console/health`);
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByRole('heading', { name: 'Passed' }).waitFor();
  assert.equal(await page.getByText('is not a setting').count(), 0);
  await page.goto(`${address('DOCS_PORT')}/`);
  await page.locator(ready).getByText('Zurich ZRH to San Francisco SFO').waitFor();
  await navigateTo(page, '/reference/operations');
  await page.getByText('/offset-gateway/orders').first().waitFor();
  for (const [name, part] of [
    ['api', '.explorer'],
    ['webhooks', '.lab'],
  ] as const) {
    await navigateTo(page, `/sandbox/${name}`);
    await page.locator('[data-mode=local]').waitFor();
    await page.locator(part).waitFor();
  }
  await page.goto(`${address('DOCS_PORT')}/sandbox/`);
  await page.locator('[data-mode=local]').waitFor();
  await page.locator('select[name=policy]').selectOption('strict');
  const widget = page.frameLocator('iframe.strict').locator(ready);
  await widget.getByRole('checkbox').check();
  await page.locator('[data-test=violations]').getByText('No violation').waitFor();
  await payAndReturn(page, widget, {
    gatewayUrl: address('GATEWAY_PORT'),
    returnsTo: `${address('DOCS_PORT')}/sandbox/return?**`,
  });
  // The log also has the exchanges that the page missed.
  await page.getByText('gateway to backend').first().waitFor();
  await page.close();
}

/** Returns the output and exit code of a start that ends by itself. */
async function failedStart(cwd: string, env: NodeJS.ProcessEnv): Promise<{ output: string; code: number }> {
  const ports: Record<string, string> = {};
  for (const name of Object.keys(PORTS)) ports[name] = String(await freePort());
  const child = spawn(process.execPath, ['--conditions=source', 'scripts/start.ts'], {
    cwd,
    env: { ...process.env, ...ports, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Ctrl+C')) child.kill();
    });
  const [code] = (await once(child, 'close')) as [number];
  return { output, code };
}

for (const [host, name] of [
  ['127.0.0.1', 'IPv4'],
  ['::1', 'IPv6'],
] as const)
  test(`a port in use on ${name} ends the start before any output, and the error names its variable`, async (t) => {
    const taken = createServer((_request, response) => response.end('mine')).listen(0, host);
    const failure = await once(taken, 'listening').then(
      () => undefined,
      (error: Error) => error,
    );
    if (failure) return t.skip(failure.message);
    const { port } = taken.address() as AddressInfo;
    const env = { DOCS_PORT: String(port), DATABASE_URL: 'sqlite::memory:' };
    const { output, code } = await failedStart(REPOSITORY, env);
    taken.close();
    assert.equal(
      output,
      `Cannot listen on port ${port} (EADDRINUSE). Set DOCS_PORT to another, or stop what uses it.\n`,
    );
    assert.equal(code, 1);
  });

test('one port for two services ends the start', async () => {
  const { output, code } = await failedStart(REPOSITORY, { DOCS_PORT: '4100', AIRLINE_PORT: '4100' });
  assert.equal(output, 'DOCS_PORT, GATEWAY_PORT, MERCHANT_PORT, AIRLINE_PORT must be different ports.\n');
  assert.equal(code, 1);
});

/** Creates a folder with the start's own files, and others. @param files Text by path. */
async function folderOf(t: TestContext, name: string, files: Record<string, string> = {}): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'flight-offset-start-'));
  t.after(() => rm(parent, { recursive: true }));
  const folder = join(parent, name);
  for (const file of ['start.ts', 'start-problem.ts', 'until-listening.ts', 'end-with-parent.ts'])
    await cp(join(REPOSITORY, 'scripts', file), join(folder, 'scripts', file));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

test('a data folder that cannot be created ends the start, and the error names the variable to set', async (t) => {
  const folder = await folderOf(t, 'clone', { '.data': '', 'docs/node_modules/.keep': '' });
  const { output, code } = await failedStart(folder, { DATABASE_URL: '' });
  assert.match(output, /^Cannot make the folder \S+\.data \(EEXIST\)\. Set DATABASE_URL to a file .+\n$/);
  assert.equal(code, 1);
});

test('a folder that cannot be served or written to ends the start, and the error states what to do', async (t) => {
  const DATABASE_URL = 'sqlite::memory:';
  const unservable = await failedStart(await folderOf(t, 'my #1 clone'), { DATABASE_URL });
  assert.match(unservable.output, /^The path of this folder, .+, contains "#", .+Move the folder .+\n$/);
  const unwritable = await failedStart(await folderOf(t, 'clone'), { DATABASE_URL });
  assert.match(
    unwritable.output,
    /^This account cannot write to \S+ \(ENOENT\), .+Clone the repository .+\n$/,
  );
  assert.deepEqual([unservable.code, unwritable.code], [1, 1]);
});

test('a port taken after the check, as by a second start, is named with its variable', async (t) => {
  const idle = 'setInterval(() => {}, 1000);';
  const folder = await folderOf(t, 'clone', {
    'docs/node_modules/.keep': '',
    // Takes the merchant's port, and keeps it for a moment after SIGTERM.
    'docs/serve.ts': `import { createServer } from 'node:net';
      process.on('SIGTERM', () => setTimeout(() => process.exit(), 1000));
      createServer().listen(Number(process.env.MERCHANT_PORT), '127.0.0.1');`,
    'examples/merchant-backend/src/server.ts': `import { connect } from 'node:net';
      const attempt = () => connect(Number(process.env.MERCHANT_PORT), '127.0.0.1', () => process.exit(1)).on('error', () => setTimeout(attempt, 50));
      attempt();`,
    'packages/gateway/src/cli.ts': idle,
    'examples/airline-site/serve.ts': idle,
  });
  const { output, code } = await failedStart(folder, { DATABASE_URL: 'sqlite::memory:' });
  assert.match(
    output,
    /^Merchant backend ended by itself .+\nCannot listen on port \d+ \(EADDRINUSE\)\. Set MERCHANT_PORT .+\n$/,
  );
  assert.equal(code, 1);
});

test('the servers reach each other although a proxy is set for everything else', {
  timeout: 60_000,
}, async (t) => {
  const server = (port: string): string =>
    `(await import('node:http')).createServer((_, response) => response.end()).listen(Number(process.env.${port}));`;
  const folder = await folderOf(t, 'clone', {
    'docs/node_modules/.keep': '',
    'package.json': '{ "type": "module" }',
    'docs/serve.ts': server('DOCS_PORT'),
    'packages/gateway/src/cli.ts': server('GATEWAY_PORT'),
    'examples/airline-site/serve.ts': server('AIRLINE_PORT'),
    // As a backend does with its first quote.
    'examples/merchant-backend/src/server.ts': `const { GATEWAY_URL } = process.env;
      while (!(await fetch(GATEWAY_URL).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 50));
      ${server('MERCHANT_PORT')}`,
  });
  const proxy = `http://127.0.0.1:${await freePort()}`;
  const { output } = await failedStart(folder, {
    DATABASE_URL: 'sqlite::memory:',
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: proxy,
    NO_PROXY: 'example.com',
    http_proxy: undefined,
    no_proxy: undefined,
  });
  assert.match(output, /Ctrl\+C/);
});

test('starts all four, prints their URLs, and stops them', async () => {
  const script = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start;
  assert.equal(script, 'node scripts/with-pnpm.mjs start');
  const folder = await mkdtemp(join(tmpdir(), 'flight-offset-start-'));
  await checkOut(folder);
  const ports: Record<string, string> = {};
  for (const name of Object.keys(PORTS)) ports[name] = String(await freePort());
  const child = spawn(process.execPath, ['scripts/with-pnpm.mjs', 'start'], {
    cwd: folder,
    // As under pnpm, so that nothing is installed once more.
    env: {
      ...process.env,
      ...ports,
      npm_config_user_agent: 'pnpm/12',
      DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    const output = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.includes('Ctrl+C')) resolve(text);
      });
      child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${text}`)));
    });
    for (const port of Object.values(ports)) assert.ok(output.includes(`http://localhost:${port}`), output);
    for (const [name, path, text] of [
      ['DOCS_PORT', '/openapi.json', '/offset-gateway/orders'],
      ['GATEWAY_PORT', '/readyz', ''],
      ['AIRLINE_PORT', '/', 'main.ts'],
    ] as const) {
      const response = await fetch(`http://localhost:${ports[name]}${path}`);
      assert.equal(response.status, 200, path);
      assert.ok((await response.text()).includes(text), `${path} does not hold ${text}`);
    }
    const missing = await fetch(`http://localhost:${ports.AIRLINE_PORT}/nope`);
    assert.equal(missing.status, 404);
    assert.match(await missing.text(), /Page not found/);
    const frame = await fetch(`http://localhost:${ports.DOCS_PORT}/${STRICT_FRAME}`);
    const page = `${frame.status}: ${await frame.text()}`;
    assert.equal(frame.headers.get('content-security-policy'), STRICT_POLICY, page);
    await walk(await browser.newPage(), ports);
    const quote = await fetch(`http://localhost:${ports.MERCHANT_PORT}/offset/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(quote.status, 400, 'the backend reads what it is sent');
  } finally {
    child.kill();
    assert.equal(await ended, 0);
    await rm(folder, { recursive: true });
  }
  for (const port of Object.values(ports)) await assert.rejects(fetch(`http://localhost:${port}/`), port);
});
