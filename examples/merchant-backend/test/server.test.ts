/** The example as started by users, against a service of the bare interface. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readBooking } from '@flight-offset/example-airline-site/booking';
import { priceOf } from '@flight-offset/example-airline-site/price';
import { toNodeHandler } from '@flight-offset/server/node';
import { type BareService, createBareService } from '@flight-offset/server/testing';

const PAGE = 'http://localhost:4030';
const FLIGHT = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

let service: BareService;
let merchant: string;
const output: string[] = [];
let stdout: Readable;
const endings: (() => unknown)[] = [];
after(() => Promise.all(endings.map((end) => end())));

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

before(async () => {
  const upstream = createServer(toNodeHandler((request) => service.fetch(request)));
  const origin = `http://127.0.0.1:${await listen(upstream)}`;
  endings.push(() => upstream.close().closeAllConnections());
  service = createBareService(origin, {
    apiKey: 'sandbox-key',
    secret: 'sandbox-secret',
    platformId: 'sandbox-platform',
  });
  const probe = createServer();
  const port = await listen(probe);
  probe.close();
  merchant = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    ['--conditions=source', fileURLToPath(new URL('../src/server.ts', import.meta.url))],
    {
      env: {
        ...process.env,
        GATEWAY_URL: origin,
        MERCHANT_PORT: String(port),
        MERCHANT_URL: merchant,
        AIRLINE_URL: PAGE,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  stdout = child.stdout;
  stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  endings.push(() => child.kill() && once(child, 'exit'));
  // However long a busy machine takes, while the process runs.
  while (child.exitCode === null) {
    if (await fetch(merchant).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the example ended with ${child.exitCode} before it accepted a connection`);
});

function call(path: string, body?: unknown, origin = PAGE): Promise<Response> {
  const headers = { origin, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return fetch(`${merchant}/offset/${path}`, { headers, ...sent });
}

/** Pages that pay at the service, and the return page of each: the airline's own takes its payment itself. */
const pages: [name: string, origin: string, back: string | null][] = [
  ['the airline', PAGE, null],
  ['the sandbox of the documentation', 'http://localhost:4000', 'http://localhost:4000/sandbox/return'],
];

test("the return URL of a payment is that of the page's site", async () => {
  for (const [name, origin, back] of pages) {
    const quote = (await (await call('quote', { flights: [FLIGHT] }, origin)).json()) as {
      options: { token: string }[];
    };
    const made = await call('orders', { token: quote.options[0]?.token }, origin);
    const { paymentUrl } = (await made.json()) as { paymentUrl: string };
    assert.equal(new URL(paymentUrl).searchParams.get('return_url'), back, name);
  }
});

test('a page requests a quote, orders and pays', async () => {
  const quote = (await (await call('quote', { flights: [FLIGHT] })).json()) as {
    options: { fraction: number; grams: number; token: string }[];
  };
  assert.deepEqual(
    quote.options.map(({ fraction, grams }) => [fraction, grams]),
    [
      [0.5, 50_000],
      [1, 100_000],
      [1.5, 150_000],
    ],
  );
  const made = await call('orders', { token: quote.options[1]?.token });
  const { orderId } = (await made.json()) as { orderId: string };
  service.finalize(orderId, 'completed');
  const note = await fetch(service.orders.find(({ order_id }) => order_id === orderId)?.callback_url ?? '', {
    method: 'POST',
    body: 'changed',
  });
  assert.deepEqual(await note.json(), { outcome: 'final' });
  const status = (await (await call(`orders/${orderId}/status`)).json()) as { status: string };
  assert.equal(status.status, 'completed');
  // Output of a process may arrive after its response.
  while (!output.join('').includes('\n')) await once(stdout, 'data');
  assert.match(output.join(''), new RegExp(`${orderId} is paid: 100 kg`));
});

test('pages of other origins are refused', async () => {
  const response = await fetch(`${merchant}/offset/quote`, {
    method: 'POST',
    body: '{}',
    headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
  });
  assert.equal(response.status, 403);
});

test('allows bookings from pages of its own origins only', async () => {
  for (const [origin, allowed] of [
    [PAGE, PAGE],
    ['https://evil.example', null],
  ] as const)
    for (const [method, status] of [
      ['OPTIONS', 204],
      ['GET', 404],
    ] as const) {
      const response = await fetch(`${merchant}/bookings/none`, { method, headers: { origin } });
      assert.equal(response.status, status);
      assert.equal(response.headers.get('access-control-allow-origin'), allowed);
      if (allowed === null) continue;
      assert.equal(response.headers.get('access-control-allow-headers'), 'content-type');
      assert.equal(response.headers.get('vary'), 'origin');
    }
});

test('serves a page to browsers and JSON to programs at its own URL', async () => {
  const page = await fetch(merchant, { headers: { accept: 'text/html,*/*;q=0.8' } });
  assert.equal(page.status, 200);
  const text = await page.text();
  assert.match(text, /<h1>Merchant backend<\/h1>/);
  assert.ok(text.includes(`<a href="${PAGE}">`));
  assert.doesNotMatch(text, /sandbox-secret|sandbox-key/);
  assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /script/);
  const program = await fetch(merchant, { headers: { accept: '*/*' } });
  assert.equal(program.status, 404);
  assert.match(program.headers.get('content-type') ?? '', /^application\/json/);
  await program.text();
});

test('a booking without a contribution has a link to contribute later', async () => {
  const trip = new URLSearchParams({ from: 'ZRH', to: 'SFO', out: '2026-12-14' });
  const travellers = ['Zoë Meier', 'Ada Meier'];
  const { total } = priceOf({ ...readBooking(trip), travellers }, 'EUR');
  const booking = {
    trip: trip.toString(),
    travellers,
    email: 'zoe@mail.example',
    card: '4242424242424242',
    total,
    contribution: null,
    attempt: 'first',
  };
  const booked = await fetch(`${merchant}/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(booking),
  });
  const { reference } = (await booked.json()) as { reference: string };
  const response = await fetch(`${merchant}/bookings/${reference}/contribute-later`);
  const { link, qr } = (await response.json()) as { link: string; qr: string };
  assert.match(qr, /^<svg /);
  const page = await (await fetch(link, { headers: { accept: 'text/html' } })).text();
  assert.match(page, /ZRH to SFO/);
  assert.match(page, /name="agree" value="yes" required/);

  const sent = request({
    port: new URL(merchant).port,
    path: `/bookings/${reference}/contribute-later`,
    headers: { host: 'evil.example' },
  });
  const [forged] = (await once(sent.end(), 'response')) as [IncomingMessage];
  const body = JSON.parse(await textOf(forged)) as { link: string };
  assert.ok(body.link.startsWith(`${merchant}/offset/later/`), 'whichever host the request named');
});
