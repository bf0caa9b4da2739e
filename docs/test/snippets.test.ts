/** Every snippet of the guide works; code-blocks.test.ts checks that the pages have no other code. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CreatedOrder, Quote } from '@flight-offset/core';
import { OffsetClient, signWebhook } from '@flight-offset/core/server';
import { estimateFlights } from '@flight-offset/emissions';
import { SANDBOX } from '@flight-offset/gateway';
import { createOffset, quote } from '@flight-offset/server';
import { GATEWAY_COMMAND } from '../../packages/gateway/src/testing/command-process.ts';
import { freePort } from '../../packages/gateway/src/testing/free-port.ts';
import { launchBrowser } from '../../scripts/chromium.ts';
import { startGatewayProcess } from './gateway.ts';
import { printedUrl } from './printed-url.ts';
import { skipWithout } from './skip-without.ts';
import { webhookEventMaker } from './webhook-event.ts';

const DOCS = fileURLToPath(new URL('..', import.meta.url));
const SNIPPETS = join(DOCS, 'snippets');
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

const skip = skipWithout([
  ['curl', '--version'],
  ['openssl', 'version'],
]);

test('settle.sh settles an order', { skip }, async () => {
  const file = join(SNIPPETS, 'signing/order.json');
  const env = { ...process.env, OFFSET_URL: gateway.url };
  const { stdout } = await run('sh', [join(SNIPPETS, 'signing/create-order.sh'), file], { env });
  const { order_id } = JSON.parse(stdout) as CreatedOrder;
  await run('sh', [join(SNIPPETS, 'settle.sh'), order_id], { env });
  const response = await fetch(`${gateway.url}/offset-gateway/orders/${order_id}/status`, {
    headers: { 'x-api-key': SANDBOX.apiKey },
  });
  assert.equal(((await response.json()) as { status: string }).status, 'completed');
});

/** Replaces `pnpm gateway …` in a shell script. */
const gatewayCommand = (line: string): string =>
  `pnpm() { shift; ${line} ${[process.execPath, ...GATEWAY_COMMAND].map((part) => `'${part}'`).join(' ')} "$@"; }`;

test('gateway-setup.sh sets up a gateway without a fault', async () => {
  const script = ['set -e', gatewayCommand(''), `. '${join(SNIPPETS, 'gateway-setup.sh')}'`].join('\n');
  const { stdout } = await run('sh', ['-c', script], {
    cwd: SNIPPETS,
    env: {
      ...process.env,
      DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}`,
      GATEWAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  });
  assert.match(stdout, /^ok +A project is on sale$/m);
  assert.doesNotMatch(stdout, /^fault/m);
});

test('the commands of the guide to projects make portfolios of the projects that it shows', async () => {
  const page = await readFile(join(SNIPPETS, '../guide/projects.md'), 'utf8');
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const { stdout } = await run('sh', ['-c', `set -e\n${gatewayCommand('')}\n${commands}`], {
    env: {
      ...process.env,
      DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}`,
      GATEWAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  });
  assert.match(stdout, /^2 portfolios offered$/m);
});

test('accounts.json names accounts for the journal of payouts', async () => {
  const period = ['--from', '2026-11-01', '--to', '2026-12-01'];
  const args = ['payouts', 'journal', ...period, '--accounts', join(SNIPPETS, 'accounts.json')];
  const { stdout } = await run(process.execPath, [...GATEWAY_COMMAND, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}`,
      GATEWAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  });
  assert.match(stdout, /account/);
});

test('gateway.sh names variables with which the gateway serves real payments', async () => {
  const key = join(folder, 'master-key');
  await writeFile(key, Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 });
  // Values of this machine, and the provider's secrets, which the page leaves out, are inserted.
  const own = [
    `DATABASE_URL='sqlite:${join(folder, 'serve.sqlite')}'`,
    `GATEWAY_MASTER_KEY_FILE='${key}'`,
    'GATEWAY_PORT=0 STRIPE_SECRET_KEY=sk_test_1 STRIPE_WEBHOOK_SECRET=whsec_1 exec',
  ].join(' ');
  const script = [gatewayCommand(own), `. '${join(SNIPPETS, 'gateway.sh')}'`].join('\n');
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    const url = await printedUrl(child);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    // Real payments: the sandbox's key is not valid here.
    const refused = await fetch(`${url}/offset-gateway/orders`, { headers: { 'x-api-key': SANDBOX.apiKey } });
    assert.equal(refused.status, 401);
  } finally {
    child.kill();
    await ended;
  }
});

for (const name of ['client.ts', 'estimate.ts', 'trip.ts']) {
  test(`${name} runs to its end`, async () => {
    const { stdout } = await run(process.execPath, ['--conditions=source', join(SNIPPETS, name)], {
      env: { ...process.env, OFFSET_URL: gateway.url },
    });
    assert.notEqual(stdout, '');
  });
}

test('webhook.ts processes a webhook once', async () => {
  const { receive } = (await import('../snippets/webhook.ts')) as {
    receive(request: Request): Promise<Response>;
  };
  const body = JSON.stringify(webhookEventMaker());
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

test('webhook.ts refuses a webhook with a wrong signature', async () => {
  const { receive } = await import('../snippets/webhook.ts');
  const signed = await signWebhook({
    id: 'msg_2',
    timestamp: new Date(),
    body: '{}',
    secrets: [SANDBOX.webhookSecret],
  });
  const send = (body: string): Promise<Response> =>
    receive(new Request('http://merchant.example', { method: 'POST', headers: { ...signed }, body }));
  assert.equal((await send('{ }')).status, 400);
  assert.equal((await send('{}')).status, 400, 'signed, and no event');
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

test('backend/hono.ts returns a quote', async () => {
  const port = await freePort();
  const child = spawn(process.execPath, ['--conditions=source', join(SNIPPETS, 'backend/hono.ts')], {
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

/** Repeats the request until there is a response, as long as the server may still start. */
async function ask(address: string, mayStill: () => boolean): Promise<Quote> {
  while (mayStill()) {
    const response = await fetch(address, { method: 'POST', headers: JSON_HEADERS, body: QUOTE }).catch(
      () => undefined,
    );
    if (response) return (await response.json()) as Quote;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${address} does not respond`);
}

test('backend/live-estimates.ts quotes by its own estimator, offline without a live figure', async () => {
  const { withLiveEstimates } = await import('../snippets/backend/live-estimates.ts');
  const { apiKey, platformId, secret } = SANDBOX;
  const service = { baseUrl: gateway.url, apiKey, platformId, signingKey: secret };
  const offset = createOffset(withLiveEstimates({ service }, 'no-key-is-sent'));
  // A past flight: the live source is not called.
  const departureDate = { year: 2025, month: 6, day: 1 };
  const flights = [
    { origin: 'ZRH', destination: 'SFO', operatingCarrierCode: 'LX', flightNumber: 38, departureDate },
  ];
  const response = await quote(offset, { flights });
  assert.ok(response.status === 'ready');
  const [estimate] = estimateFlights(flights);
  assert.equal(response.gramsPerPassenger, estimate?.emissionsGramsPerPax.economy);
  assert.equal(response.method.version, estimate?.modelVersion);
});

test('backend/policy.ts shows no figures on a route from the EU', async () => {
  const { policy } = await import('../snippets/backend/policy.ts');
  const leg = (origin: string, destination: string) => ({
    ...(JSON.parse(QUOTE) as { flights: [object] }).flights[0],
    origin,
    destination,
  });
  const { showFigures } = policy;
  assert.ok(typeof showFigures === 'function');
  assert.equal(showFigures([leg('FRA', 'JFK') as never]), false);
  assert.equal(showFigures([leg('DEL', 'BOM') as never]), true);
});

test('backend/guards.ts links orders to bookings, limits requests and opens the back office to staff', async () => {
  process.env.OFFSET_URL = gateway.url;
  const { guarded, handler, staffSessions } = await import('../snippets/backend/guards.ts');
  const send = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    handler(new Request(`http://shop.example/offset/${path}`, { headers }));

  const order = new Request('http://shop.example', { headers: { cookie: 'a=1; booking=EX7K2P' } });
  assert.deepEqual(await guarded.bookingContext?.(order), { reference: 'EX7K2P' });

  staffSessions.add('s1');
  assert.equal((await send('back-office/orders', { cookie: 'session=s1' })).status, 200);
  assert.ok([401, 403].includes((await send('back-office/orders', { cookie: 'session=s2' })).status));

  const client = { 'x-real-ip': '192.0.2.7' };
  for (let count = 0; count < 60; count++)
    assert.notEqual((await send('orders/none/status', client)).status, 429);
  const refused = await send('orders/none/status', client);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
});

test('backend/other-language.ts reads the price that the traveller saw from the token', async () => {
  process.env.OFFSET_URL = gateway.url;
  const { options } = await import('../snippets/backend/options.ts');
  const { contribution } = await import('../snippets/backend/other-language.ts');
  const send = (body: string): Promise<Response> =>
    contribution(new Request('http://inside.example', { method: 'POST', body }));
  const quoted = await quote(createOffset(options), JSON.parse(QUOTE));
  assert.ok(quoted.status === 'ready');
  const [{ token, grams, price }] = quoted.options as [(typeof quoted.options)[number]];

  const read = (await (await send(token)).json()) as Record<string, unknown>;
  assert.equal(read.grams, grams);
  assert.deepEqual(read.price, { amountMinor: price?.amountMinor, currency: price?.currency });

  const forged = await send(`${token.slice(0, -4)}AAAA`);
  assert.equal(forged.status, 400);
  assert.equal(((await forged.json()) as { code: string }).code, 'quote_invalid');
});

test('backend/several-airlines.ts serves each airline by its own account, and names the airline of a failure', async (t) => {
  const { addAirline, removeAirline, handler } = await import('../snippets/backend/several-airlines.ts');
  const { apiKey, secret, platformId } = SANDBOX;
  const service = { baseUrl: gateway.url, apiKey, signingKey: secret, platformId };
  const printed = t.mock.method(console, 'error', () => undefined);
  const quoteOf = async (airline: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const url = `http://shop.example/${airline}/offset/quote`;
    return (await handler(new Request(url, { method: 'POST', headers, body: QUOTE }))).status;
  };
  addAirline('example-air', { service });
  addAirline('other-air', { service: { ...service, platformId: 'of-another-account' } });
  assert.deepEqual([await quoteOf('example-air'), await quoteOf('other-air')], [200, 502]);
  assert.deepEqual(
    printed.mock.calls.map((call) => (call.arguments as unknown[])[0]),
    ['other-air'],
  );
  addAirline('other-air', { service });
  assert.equal(await quoteOf('other-air'), 200);
  for (const airline of ['example-air', 'other-air']) removeAirline(airline);
  assert.equal(await quoteOf('example-air'), 404);
});

test('fake-service.ts completes an order when its payment page is opened', async () => {
  const port = await freePort();
  const child = spawn(process.execPath, ['--conditions=source', join(SNIPPETS, 'fake-service.ts')], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const baseUrl = await printedUrl(child);
    const { apiKey, secret, platformId } = SANDBOX;
    const client = new OffsetClient({ baseUrl, apiKey, signingKey: secret, platformId });
    const { payment_url = '' } = await client.createOrder({ emission_amount: 1 });
    assert.equal((await fetch(payment_url)).status, 200);
    const { orders } = await client.listOrders();
    assert.equal(orders[0]?.status, 'completed');
  } finally {
    child.kill();
    await ended;
  }
});

test('playwright.ts responds in place of a backend, in the scenario set by the test', async () => {
  const { mockBackend } = await import('../snippets/playwright.ts');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    const backend = await mockBackend(page);
    await page.goto('http://shop.example/');
    const status = (): Promise<unknown> =>
      page.evaluate(async (body) => {
        const response = await fetch('/offset/quote', { method: 'POST', body }).catch(() => undefined);
        return (await response?.json())?.status;
      }, QUOTE);
    assert.equal(await status(), 'ready');
    backend.use('unavailable');
    assert.equal(await status(), 'unavailable');
    backend.use('offline');
    assert.equal(await status(), undefined);
    assert.deepEqual(backend.calls[0], { method: 'POST', path: 'quote', body: JSON.parse(QUOTE) });
  } finally {
    await browser.close();
  }
});
