/** Every code block comes from a file, and every file works. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CreatedOrder, Quote } from '@flight-offset/core';
import { signWebhook } from '@flight-offset/core/server';
import { SANDBOX } from '@flight-offset/gateway';
import { startGatewayProcess } from './gateway.ts';
import { notificationMaker } from './notification.ts';

const DOCS = fileURLToPath(new URL('..', import.meta.url));
const SNIPPETS = join(DOCS, 'snippets');
const REPOSITORY = join(DOCS, '..');
const run = promisify(execFile);
let gateway: Awaited<ReturnType<typeof startGatewayProcess>>;
let folder: string;

before(async () => {
  gateway = await startGatewayProcess();
  folder = await mkdtemp(join(tmpdir(), 'flight-offset-snippets-'));
});

after(async () => {
  await gateway?.close();
  await rm(folder, { recursive: true });
});

const isThere = (command: string): Promise<boolean> =>
  run(command, ['go', 'openssl'].includes(command) ? ['version'] : ['--version']).then(
    () => true,
    () => false,
  );

test('pages of the guide hold no code of their own', () => {
  for (const page of globSync('{guide,emissions,sandbox,decisions}/**/*.md', { cwd: DOCS })) {
    assert.doesNotMatch(readFileSync(join(DOCS, page), 'utf8'), /^\s*```/m, `${page} holds a code block`);
  }
});

test("the README's code is that of tested files", () => {
  const readme = readFileSync(join(DOCS, '../README.md'), 'utf8');
  const files = globSync('{docs/snippets,examples/plain-page}/**/*.{sh,html,ts}', { cwd: REPOSITORY })
    .filter((name) => !name.includes('node_modules'))
    .map((name) => readFileSync(join(REPOSITORY, name), 'utf8'));
  const unindented = files.map((text) => text.replace(/^[ \t]+/gm, ''));
  for (const [, code = ''] of readme.matchAll(/```\w*\n([\s\S]*?)```/g)) {
    const wanted = code.trim().replace(/^[ \t]+/gm, '');
    assert.ok(
      unindented.some((text) => text.includes(wanted)),
      `no snippet holds:\n${code}`,
    );
  }
});

const BODIES = {
  'the example': readFileSync(join(SNIPPETS, 'signing/order.json'), 'utf8'),
  'white space and other scripts':
    '{\n\t"emission_amount" : 0.5,\r\n  "user": { "name": "आरव “ß” \\u00e9" } }\n',
};
const LANGUAGES: readonly [name: string, command: string, args: string[]][] = [
  ['curl and openssl', 'sh', [join(SNIPPETS, 'signing/create-order.sh')]],
  ['Python', 'python3', [join(SNIPPETS, 'signing/create_order.py')]],
  ['PHP', 'php', [join(SNIPPETS, 'signing/create_order.php')]],
  ['Java', 'java', [join(SNIPPETS, 'signing/CreateOrder.java')]],
  ['Go', 'go', ['run', join(SNIPPETS, 'signing/create_order.go')]],
];

for (const [name, command, args] of LANGUAGES) {
  const needed = command === 'sh' ? ['curl', 'openssl'] : [command];
  const missing = (await Promise.all(needed.map(isThere))).includes(false);
  // A language that is not on this machine cannot be tried on it.
  if (missing) continue;
  test(`signing in ${name}: the gateway takes what it signs, byte by byte`, async () => {
    for (const [title, body] of Object.entries(BODIES)) {
      const file = join(folder, 'order.json');
      await writeFile(file, body);
      const { stdout } = await run(command, [...args, file], {
        env: { ...process.env, OFFSET_URL: gateway.url },
      });
      assert.match((JSON.parse(stdout) as CreatedOrder).payment_url, /^http/, title);
    }
  });
}

test('settling an order from a shell', async () => {
  const file = join(SNIPPETS, 'signing/order.json');
  const env = { ...process.env, OFFSET_URL: gateway.url };
  const { stdout } = await run('sh', [join(SNIPPETS, 'signing/create-order.sh'), file], { env });
  const { order_id } = JSON.parse(stdout) as CreatedOrder;
  await run('sh', [join(SNIPPETS, 'settle.sh'), order_id], { env });
  const answer = await fetch(`${gateway.url}/offset-gateway/orders/${order_id}/status`, {
    headers: { 'x-api-key': SANDBOX.apiKey },
  });
  assert.equal(((await answer.json()) as { status: string }).status, 'completed');
});

test('setting a gateway up from a shell', async () => {
  const cli = join(REPOSITORY, 'packages/gateway/src/cli.ts');
  const script = [
    'set -e',
    `pnpm() { shift; '${process.execPath}' --conditions=source '${cli}' "$@"; }`,
    `. '${join(SNIPPETS, 'gateway-setup.sh')}'`,
  ].join('\n');
  const { stdout } = await run('sh', ['-c', script], {
    cwd: SNIPPETS,
    env: {
      ...process.env,
      DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}`,
      GATEWAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  });
  assert.match(stdout, /^ok +a project is on sale$/m);
  assert.doesNotMatch(stdout, /^fault/m);
});

for (const name of ['client', 'estimate']) {
  test(`${name}.ts runs to its end`, async () => {
    const { stdout } = await run(process.execPath, ['--conditions=source', join(SNIPPETS, `${name}.ts`)], {
      env: { ...process.env, OFFSET_URL: gateway.url },
    });
    assert.notEqual(stdout, '');
  });
}

test('webhook.ts takes a notification once', async () => {
  const { receive } = (await import('../snippets/webhook.ts')) as {
    receive(request: Request): Promise<Response>;
  };
  const body = JSON.stringify(notificationMaker());
  const signed = await signWebhook({
    id: 'msg_1',
    timestamp: new Date(),
    body,
    secrets: [SANDBOX.webhookSecret],
  });
  const send = (): Promise<Response> =>
    receive(new Request('http://merchant.example', { method: 'POST', headers: { ...signed }, body }));
  assert.equal((await send()).status, 204);
  assert.equal((await send()).status, 204);
});

const QUOTE = JSON.stringify({
  flights: [
    {
      origin: 'ZRH',
      destination: 'SFO',
      operatingCarrierCode: 'LX',
      flightNumber: 38,
      departureDate: { year: 2026, month: 12, day: 14 },
    },
  ],
});
const JSON_HEADERS = { 'content-type': 'application/json' };

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

for (const name of ['node', 'express', 'hono']) {
  test(`backend/${name}.ts answers a quote`, async () => {
    const port = await freePort();
    const child = spawn(process.execPath, ['--conditions=source', join(SNIPPETS, `backend/${name}.ts`)], {
      env: { ...process.env, PORT: String(port), OFFSET_URL: gateway.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      const quote = await ask(`http://localhost:${port}/offset/quote`, () => child.exitCode === null);
      assert.equal(quote.status, 'ready');
    } finally {
      child.kill();
      await ended;
    }
  });
}

/** Asks until there is an answer, as long as there may be one. */
async function ask(address: string, mayStill: () => boolean): Promise<Quote> {
  while (mayStill()) {
    const answer = await fetch(address, { method: 'POST', headers: JSON_HEADERS, body: QUOTE }).catch(
      () => undefined,
    );
    if (answer) return (await answer.json()) as Quote;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${address} will not answer any more`);
}

test('backend/nextjs.ts and backend/workers.ts answer a quote', async () => {
  process.env.OFFSET_URL = gateway.url;
  const { POST } = await import('../snippets/backend/nextjs.ts');
  const { default: worker } = await import('../snippets/backend/workers.ts');
  const request = (): Request =>
    new Request('http://shop.example/offset/quote', { method: 'POST', headers: JSON_HEADERS, body: QUOTE });
  const env = {
    OFFSET_URL: gateway.url,
    OFFSET_API_KEY: SANDBOX.apiKey,
    OFFSET_API_SECRET: SANDBOX.secret,
    OFFSET_PLATFORM_ID: SANDBOX.platformId,
  };
  const answers = [await POST(request()), await worker.fetch(request(), env, { waitUntil: () => undefined })];
  for (const answer of answers) assert.equal(((await answer.json()) as Quote).status, 'ready');
});

test('backend/policy.ts shows no figures on a route from the EU', async () => {
  const { policy } = await import('../snippets/backend/policy.ts');
  const leg = (origin: string, destination: string) => ({
    ...(JSON.parse(QUOTE) as { flights: [object] }).flights[0],
    origin,
    destination,
  });
  const { figures } = policy;
  assert.ok(typeof figures === 'function');
  assert.equal(figures([leg('FRA', 'JFK') as never]), 'none');
  assert.equal(figures([leg('DEL', 'BOM') as never]), 'shown');
});
