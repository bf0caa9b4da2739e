/** The READMEs of the packages: their code compiles, runs and does what they state. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import vectors from '@flight-offset/core/retirement-vectors.json' with { type: 'json' };
import { freePort } from '../../packages/gateway/src/testing/free-port.ts';
import { startGatewayProcess } from './gateway.ts';
import { REPOSITORY } from './repository-files.ts';

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
const run = promisify(execFile);

/**
 * Whether the packages were built for all test files of a run: then the compiler reads their declarations, as a
 * merchant's does, at a tenth of the cost of reading their sources.
 */
const BUILT = process.env.TEST_GATEWAY_CLI !== undefined;

const FLIGHT = `{
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
}`;

/** A reader's own code before the example begins. */
const WORLD = `
import { signWebhook } from '@flight-offset/core/server';
import { webhookEventMaker } from ${JSON.stringify(join(REPOSITORY, 'docs/test/webhook-event.ts'))};

const body = JSON.stringify(webhookEventMaker());
const secrets = [process.env.OFFSET_WEBHOOK_SECRET];
const headers = await signWebhook({ id: 'msg_1', timestamp: new Date(), body, secrets });
Object.assign(globalThis, {
  flight: ${FLIGHT},
  booking: { id: 'booking-4711' },
  request: new Request('https://merchant.example', { method: 'POST', headers, body }),
  baseUrl: process.env.OFFSET_URL,
  apiKey: 'sandbox-key',
  signingKey: 'sandbox-secret',
  platformId: 'sandbox-platform',
});
`;

/** The same for the compiler. */
const DECLARED = `
import type { Flight } from '@flight-offset/core';
declare global {
  const flight: Flight;
  const booking: { readonly id: string };
  const request: Request;
  const baseUrl: string;
  const apiKey: string;
  const signingKey: string;
  const platformId: string;
}
`;

interface Block {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

const blocksOf = (pattern: string): readonly Block[] =>
  globSync(pattern, { cwd: REPOSITORY })
    .sort()
    .flatMap((page) =>
      [...read(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
        page,
        language,
        code,
      })),
    );
const BLOCKS = blocksOf('packages/*/README.md');
const blocksIn = (language: string): readonly Block[] =>
  BLOCKS.filter((block) => block.language === language);

let gateway: Awaited<ReturnType<typeof startGatewayProcess>>;
let folder: string;
let env: NodeJS.ProcessEnv;

before(async () => {
  gateway = await startGatewayProcess();
  folder = await mkdtemp(join(tmpdir(), 'flight-offset-readmes-'));
  await symlink(join(REPOSITORY, 'docs/node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'world.ts'), WORLD);
  env = {
    ...process.env,
    DATABASE_URL: 'sqlite::memory:',
    OFFSET_URL: gateway.url,
    OFFSET_API_KEY: 'sandbox-key',
    OFFSET_API_SECRET: 'sandbox-secret',
    OFFSET_WEBHOOK_SECRET: 'whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE=',
  };
});

after(async () => {
  await gateway?.close();
  await rm(folder, { recursive: true });
});

test('blocks that are neither compiled nor run occur in a tested example', () => {
  assert.ok(BLOCKS.length >= 8);
  const plain = (code: string): string => code.replace(/^[ \t]+/gm, '').trim();
  const examples = globSync('examples/*/{*,src/*}.{css,html,js,ts,tsx,vue}', { cwd: REPOSITORY }).map(
    (file) => plain(read(file)),
  );
  for (const { page, language, code } of BLOCKS) {
    if (['ts', 'sh', 'html'].includes(language)) continue;
    assert.ok(
      examples.some((text) => text.includes(plain(code))),
      `${page} holds what no tested file does:\n${code}`,
    );
  }
});

test('TypeScript compiles in strict mode', async () => {
  const files = join(folder, 'compiled');
  await mkdir(files);
  await writeFile(join(files, 'world.ts'), DECLARED);
  for (const [index, { page, code }] of blocksIn('ts').entries())
    await writeFile(join(files, `${page.split('/')[1]}-${index}.ts`), `${code}\nexport {};\n`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    customConditions: BUILT ? [] : ['source'],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    pretty: false,
  };
  await writeFile(join(files, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const { stdout } = await run('tsc', ['-p', files]).catch((error: { stdout: string }) => error);
  // Errors in the sources of the packages are for `pnpm types`.
  assert.deepEqual(
    stdout.split('\n').filter((line) => line.includes('compiled/')),
    [],
  );
});

describe('TypeScript runs:', () => {
  for (const [index, { page, code }] of blocksIn('ts').entries()) {
    test(`${page}: ${code.split('\n')[0]}`, async () => {
      const port = await freePort();
      const requestQuote = `
const response = await fetch('http://localhost:${port}/offset/quote', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ flights: [${FLIGHT}] }),
});
if ((await response.json()).status !== 'ready') throw new Error('no quote');
`;
      const own = code
        .replace('https://gateway.example', gateway.url)
        .replace('my-platform', 'sandbox-platform')
        .replace('listen(3000)', `listen(${port})`);
      const file = join(folder, `block-${index}.ts`);
      await writeFile(file, `${own}${code.includes('listen(3000)') ? requestQuote : ''}\nprocess.exit(0);\n`);
      await run(process.execPath, ['--conditions=source', '--import', './world.ts', file], {
        cwd: folder,
        env,
      });
    });
  }
});

test('HTML occurs in the plain page, whose test leads to a paid order', () => {
  const shown = read('examples/plain-page/index.html');
  for (const { page, code } of blocksIn('html'))
    for (const line of code.split('\n').map((one) => one.trim())) {
      // The flights and the number of passengers are the reader's own.
      const part = line.replace(/(flights|passengers|cabin)=".*?"/, '$1=');
      assert.ok(shown.includes(part), `${page}: the plain page has no\n${line}`);
    }
});

/** Runs a line of a shell as a reader would, with the sandbox in place of the reader's own services. */
async function runLine(line: string): Promise<string> {
  const [, assigned = '', tool = '', rest = ''] =
    /^((?:\w+=\S+ )*)(npx @flight-offset\/\w+|pnpm \w+) (.*)$/.exec(line) ?? [];
  const cli = tool === 'pnpm gateway' ? 'gateway' : /^npx @flight-offset\/(\w+)$/.exec(tool)?.[1];
  assert.ok(cli, `no test knows how to run: ${line}`);
  const args = rest
    .replace('https://sandbox.example', gateway.url)
    .replace(/\bKEY\b/, 'sandbox-key')
    .replace(/\bID\b/, 'sandbox-platform')
    .split(' ');
  const names = [...assigned.matchAll(/(\w+)=/g)].map(([, name = '']) => name);
  for (const name of names) assert.ok(env[name], `${name} is not known here`);
  const source = join(REPOSITORY, `packages/${cli}/src/cli.ts`);
  if (args[0] === 'serve') return serveUntilReady(source, [...args.slice(0, -1), '0']);
  const { stdout } = await run(process.execPath, ['--conditions=source', source, ...args], {
    cwd: folder,
    env,
  });
  return stdout;
}

async function serveUntilReady(source: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=source', source, ...args], { env });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    return await new Promise<string>((resolve, reject) => {
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (/http:\/\/localhost:\d+/.test(output) && output.includes('whsec_')) resolve(output);
      });
      child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${output}`)));
    });
  } finally {
    child.kill();
    await ended;
  }
}

describe('commands run:', () => {
  const CSV = 'origin,destination,carrier,flight,date\nZRH,SFO,LX,38,2026-12-14\n';
  before(async () => {
    await writeFile(join(folder, 'flights.csv'), CSV);
    await writeFile(join(folder, 'trips.jsonl'), '{"stops": ["DEL", "DXB", "LHR"]}\n');
    await writeFile(join(folder, 'receipt.jws'), vectors.sound.receipt);
    await writeFile(join(folder, 'batch.jws'), vectors.sound.batches.join('\n'));
    await writeFile(join(folder, 'keys.json'), JSON.stringify(vectors.keys));
  });
  for (const { page, code } of blocksIn('sh')) {
    for (const line of code.trim().split('\n')) {
      test(`${page}: ${line}`, async () => {
        const output = await runLine(line);
        const out = /--out (\S+)/.exec(line)?.[1];
        assert.notEqual(out ? await readFile(join(folder, out), 'utf8') : output, '');
      });
    }
  }
});

test('READMEs of examples name existing scripts, the gateway, and the tarballs an example needs', () => {
  const blocks = blocksOf('examples/*/README.md');
  assert.notEqual(blocks.length, 0);
  const served = blocksIn('sh').map(({ code }) => code);
  const { scripts: own } = JSON.parse(read('package.json'));
  for (const { page, code } of blocks) {
    const { scripts, dependencies } = JSON.parse(read(page.replace('README.md', 'package.json')));
    const packed = Object.keys(dependencies).flatMap((name) => /^@flight-offset\/(.+)/.exec(name)?.[1] ?? []);
    // None is on the registry, and each of them needs `core`.
    const tarballs = [...new Set(['core', ...packed])].map((name) => `../../tarballs/${name}.tgz`);
    for (const line of code.trim().split('\n')) {
      const script = /^npm (?:run )?(\w+)$/.exec(line)?.[1];
      const ofRoot = /^pnpm (\w+)$/.exec(line)?.[1];
      const isKnown =
        line === `npm install ${tarballs.join(' ')}` ||
        (script !== undefined && script in scripts) ||
        (ofRoot !== undefined && ofRoot in own) ||
        served.includes(`${line}\n`);
      assert.ok(isKnown, `${page}: ${line}`);
    }
  }
});
