import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inspect, promisify } from 'node:util';
import type { Quote } from '@flight-offset/core';
import { pino } from 'pino';
import { bundle, ELEMENTS } from '../../elements/scripts/bundler.ts';
import { toNodeHandler } from '../../server/src/adapters/node.ts';
import { createOffsetHandler } from '../../server/src/handler.ts';
import { startGateway } from '../src/gateway.ts';
import { TEST_CARDS } from '../src/providers/sandbox.ts';
import { SANDBOX } from '../src/sandbox.ts';
import { GATEWAY_COMMAND } from '../src/testing/command-process.ts';
import { listenOnLoopback } from '../src/testing/loopback.ts';

const run = promisify(execFile);
const TRAVELLER = {
  name: 'Zoë Unmistakable',
  email: 'unmistakable@traveller.example',
  tax_id: '29UNMISTAKABLE',
};
const FLIGHT = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

/** Output of a process, by where it went. */
const output: Record<'log' | 'responses' | 'errors' | 'commands', string[]> = {
  log: [],
  responses: [],
  errors: [],
  commands: [],
};
/** Secrets that must not leave the process, by name. */
const secrets: Record<string, string> = {};
/** Other data that a log must not contain. */
const personal: Record<string, string> = { ...TRAVELLER, card: TEST_CARDS.accepted };
let folder = '';

async function recordResponse(response: Response): Promise<string> {
  const text = await response.text();
  output.responses.push(response.url, ...[...response.headers].map((pair) => pair.join(': ')), text);
  return text;
}

/** Runs a whole contribution, and every failure that is easy to cause, with the most verbose logs. */
async function runContribution(): Promise<void> {
  const databaseUrl = `sqlite:${join(folder, 'gateway.sqlite')}`;
  secrets['master key'] = randomBytes(32).toString('base64');
  const environment = { GATEWAY_MASTER_KEY: secrets['master key'], DATABASE_URL: databaseUrl };
  const log = pino({ level: 'trace' }, { write: (line: string) => void output.log.push(line) });
  const gateway = await startGateway({ databaseUrl, environment, log });
  async function command(...words: string[]): Promise<string> {
    const env = { ...process.env, ...environment };
    const { stdout, stderr } = await run(process.execPath, [...GATEWAY_COMMAND, ...words, '--sandbox'], {
      env,
    });
    output.log.push(stderr);
    return stdout.trim();
  }

  const merchant = await command('merchants', 'create', 'Air Unmistakable');
  const key = JSON.parse(await command('keys', 'create', merchant)) as { apiKey: string; secret: string };
  const platformId = await command('platforms', 'create', merchant);
  Object.assign(secrets, { 'API key': key.apiKey, 'API secret': key.secret });
  secrets['webhook secret'] = (await command('webhooks', 'rotate', merchant)).replace('whsec_', '');

  const server = createServer();
  const { url: origin, close } = await listenOnLoopback(server);
  let completed = (): void => {};
  const isCompleted = new Promise<void>((resolve) => {
    completed = resolve;
  });
  const handler = createOffsetHandler({
    service: { baseUrl: gateway.url, apiKey: key.apiKey, signingKey: key.secret, platformId },
    webhookUrl: `${origin}/offset/webhooks`,
    webhookSecrets: [`whsec_${secrets['webhook secret']}`],
    paymentOrigins: [gateway.url],
    authorize: () => true,
    onOrderCompleted: () => completed(),
    onError: (error, context) => void output.errors.push(inspect([error, context], { depth: 12 })),
  });
  server.on('request', toNodeHandler(handler));
  const ask = async (path: string, body?: unknown): Promise<string> =>
    recordResponse(
      await fetch(`${origin}/offset/${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json', origin },
      }),
    );

  const quote = JSON.parse(await ask('quote', { flights: [FLIGHT] })) as Quote;
  assert.equal(quote.status, 'ready');
  const [option] = quote.status === 'ready' ? quote.options : [];
  const { orderId, paymentUrl } = JSON.parse(
    await ask('orders', { token: option?.token, user: TRAVELLER }),
  ) as {
    orderId: string;
    paymentUrl: string;
  };
  personal['payment token'] = new URL(paymentUrl).pathname.split('/').at(-1) ?? '';
  await recordResponse(await fetch(paymentUrl));
  const body = `action=pay&card=${TEST_CARDS.accepted}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await recordResponse(await fetch(paymentUrl, { method: 'POST', body, headers, redirect: 'manual' }));
  await isCompleted;
  for (const path of [`orders/${orderId}/status`, 'back-office/orders', 'back-office/transactions/none'])
    await ask(path);

  // Refusals and faults, on both sides.
  await ask('orders', { token: `${option?.token}x` });
  await ask('quote', { flights: [{ ...FLIGHT, origin: 'QQQ' }] });
  const { apiKey } = key;
  for (const [path, init] of [
    ['/offset-gateway/orders', { headers: { 'x-api-key': `${apiKey}x` } }],
    ['/offset-gateway/orders?limit=0', { headers: { 'x-api-key': apiKey } }],
    ['/offset-gateway/orders', { method: 'POST', body: '{', headers: { 'x-api-key': apiKey } }],
    [
      '/offset-gateway/orders',
      { method: 'POST', body: '{}', headers: { 'x-api-key': apiKey, 'x-body-signature': key.secret } },
    ],
    [`/offset-gateway/orders/${orderId}`, { method: 'DELETE', headers: { 'x-api-key': apiKey } }],
    ['/metrics', {}],
    ['/readyz', {}],
    ['/.well-known/jwks.json', {}],
  ] satisfies [string, RequestInit][])
    await recordResponse(await fetch(gateway.url + path, init));
  for (const words of [
    'merchants list',
    'keys list',
    'platforms list',
    'webhooks list',
    'projects list',
    'doctor',
  ])
    output.commands.push(await command(...words.split(' ')));

  await gateway.close();
  // The service is unavailable: the worst case for the merchant's side.
  await ask('quote', { flights: [FLIGHT] });
  await ask(`orders/${orderId}/status`);
  await close();
}

function assertAbsent(where: string, texts: readonly string[], kept: Readonly<Record<string, string>>): void {
  assert.ok(texts.join('').length > 0, `there is nothing in ${where}`);
  for (const [name, value] of Object.entries(kept)) {
    assert.ok(value.length > 0, name);
    for (const text of texts)
      assert.ok(
        !text.includes(value),
        `the ${name} is in ${where}: ${text.replaceAll(value, '█').slice(0, 300)}`,
      );
  }
}

describe('after a whole contribution there is', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-secrets-'));
    await runContribution();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('no secret in responses, headers and URLs', () => assertAbsent('responses', output.responses, secrets));
  it('no secret in the log, and nothing personal', () => {
    assertAbsent('the log', output.log, { ...secrets, ...personal });
    assert.ok(output.log.some((line) => line.includes('"status":201')));
  });
  it('no secret in the errors a merchant receives', () => assertAbsent('errors', output.errors, secrets));
  it('no secret in the output of commands', () => assertAbsent('commands', output.commands, secrets));

  it('no secret readable in the database', async () => {
    const files = (await readdir(folder)).map((name) => join(folder, name));
    const bytes = await Promise.all(files.map((file) => readFile(file, 'latin1')));
    assertAbsent('the database', bytes, secrets);
  });

  it('nothing that signs, and no test credential, in a bundle for pages', async () => {
    const words = {
      key: SANDBOX.apiKey,
      secret: SANDBOX.secret,
      prefix: 'whsec_',
      header: 'x-api-key',
      mac: 'HMAC',
    };
    for (const element of ELEMENTS)
      assertAbsent(element, [await bundle(`import './src/define/${element}.ts';`)], {
        ...words,
        signature: 'x-body-signature',
      });
  });
});
