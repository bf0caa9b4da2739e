/**
 * The proxies of deploy/proxy, as printed in the guide: each installed one is started in front of a gateway, and an
 * order is paid through it. Only addresses and paths are this machine's.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { OffsetClient, verifyWebhook } from '@flight-offset/core/server';
import { pino } from 'pino';
import { Agent, fetch as undiciFetch } from 'undici';
import { type RunningGateway, startGateway } from '../src/index.ts';
import { SANDBOX } from '../src/sandbox.ts';
import { hasCode } from '../src/store/error-code.ts';
import { callerOf } from '../src/testing/caller.ts';
import { freePort } from '../src/testing/free-port.ts';
import { startReceiver } from '../src/testing/receiver.ts';
import { findProgram } from './find-program.ts';

const HOST = 'pay.example.com';
const deployed = (name: string): string =>
  readFileSync(new URL(`../deploy/proxy/${name}`, import.meta.url), 'utf8');

/** Files and ports of a trial. */
interface Place {
  readonly folder: string;
  /** Port of the proxy. */
  readonly port: number;
  /** Port of the gateway, and an unused one: a gateway that has stopped. */
  readonly gateways: readonly [running: number, stopped: number];
}

/** A proxy, and how it is started with the guide's file. */
interface Proxy {
  readonly program: string;
  readonly file: string;
  /** Replacements in the file; each must occur. */
  changes(place: Place): readonly (readonly [from: string, to: string])[];
  /** The file to start, if it only includes the guide's. */
  readonly main?: (place: Place, site: string) => string;
  check(config: string): readonly string[];
  run(config: string): readonly string[];
  /** Path of its log; default: its output. */
  readonly log?: string;
}

const CERTIFICATE = '/etc/ssl/flight-offset/certificate.pem';
const KEY = '/etc/ssl/flight-offset/key.pem';

const gatewayPorts = ({ gateways: [running, stopped] }: Place): (readonly [string, string])[] => [
  ['127.0.0.1:4010', `127.0.0.1:${running}`],
  ['127.0.0.1:4011', `127.0.0.1:${stopped}`],
];

const PROXIES: readonly Proxy[] = [
  {
    program: 'nginx',
    file: 'nginx.conf',
    changes: (place) => [
      ...gatewayPorts(place),
      ['listen 443 ssl', `listen 127.0.0.1:${place.port} ssl`],
      [CERTIFICATE, join(place.folder, 'certificate.pem')],
      [KEY, join(place.folder, 'key.pem')],
      ['/var/log/nginx/flight-offset.log', join(place.folder, 'access.log')],
      ['/var/log/nginx/flight-offset-error.log', join(place.folder, 'error.log')],
    ],
    main: ({ folder }, site) =>
      [
        `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}`,
        'http {',
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
          (name) => `${name}_temp_path ${folder}/${name};`,
        ),
        `include ${site};`,
        '}',
      ].join('\n'),
    check: (config) => ['-t', '-c', config],
    run: (config) => ['-c', config],
    log: 'access.log',
  },
  {
    program: 'haproxy',
    file: 'haproxy.cfg',
    changes: (place) => [
      ...gatewayPorts(place),
      ['bind :443', `bind 127.0.0.1:${place.port}`],
      ['/etc/ssl/flight-offset/certificate-and-key.pem', join(place.folder, 'certificate-and-key.pem')],
    ],
    check: (config) => ['-c', '-f', config],
    run: (config) => ['-db', '-f', config],
  },
  {
    program: 'caddy',
    file: 'Caddyfile',
    changes: (place) => [
      ...gatewayPorts(place),
      ['auto_https disable_redirects\n', 'auto_https disable_redirects\n\tadmin off\n'],
      [
        `\n${HOST} {\n`,
        `\nhttps://${HOST}:${place.port} {\n\ttls ${place.folder}/certificate.pem ${place.folder}/key.pem\n`,
      ],
    ],
    check: (config) => ['validate', '--adapter', 'caddyfile', '--config', config],
    run: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
  },
];

/** Writes a self-signed certificate for {@link HOST}, with its key beside it and in one file with it. */
async function writeCertificate(openssl: string, folder: string): Promise<string> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync(openssl, ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const text = await readFile(certificate, 'utf8');
  await writeFile(join(folder, 'certificate-and-key.pem'), text + (await readFile(key, 'utf8')));
  return text;
}

/** Writes the configuration of a proxy for this machine. @returns the path of the file to start. */
async function configure({ file, changes, main }: Proxy, place: Place): Promise<string> {
  const site = changes(place).reduce((text, [from, to]) => {
    assert.equal(text.split(from).length, 2, `${file} has ${from} once`);
    return text.replace(from, to);
  }, deployed(file));
  const path = join(place.folder, file);
  await writeFile(path, site);
  if (!main) return path;
  const mainPath = join(place.folder, `main-${file}`);
  await writeFile(mainPath, main(place, path));
  return mainPath;
}

for (const proxy of PROXIES) {
  const [program = '', openssl = ''] = [proxy.program, 'openssl'].map(findProgram);
  const missing = program === '' ? proxy.program : 'openssl';
  const title = `${proxy.file} in front of a gateway`;
  if (program === '' || openssl === '') {
    // A test, since a skipped suite would not be counted.
    it(title, { skip: `${missing} is not installed` });
    continue;
  }
  describe(title, { timeout: 600_000 }, () => {
    let place: Place;
    let gateway: RunningGateway;
    let child: ChildProcess;
    let printed = '';
    let agent: Agent;
    const logged: string[] = [];
    const publicUrl = (): string => `https://${HOST}:${place.port}`;
    /** Returns the log of the proxy so far. */
    const proxyLog = (): string =>
      `${printed}${proxy.log ? readFileSync(join(place.folder, proxy.log), 'utf8') : ''}`;
    /**
     * The runtime's `fetch` like that of a browser or backend elsewhere: it knows the name and trusts the certificate.
     */
    const fetchThere = ((input: string, init: object = {}) =>
      undiciFetch(input, { ...init, dispatcher: agent })) as unknown as typeof fetch;

    before(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'gateway-proxy-'));
      // nginx writes under another account if root starts it.
      await chmod(folder, 0o777);
      const [port, running, stopped] = [await freePort(), await freePort(), await freePort()];
      place = { folder, port, gateways: [running, stopped] };
      const ca = await writeCertificate(openssl, folder);
      agent = new Agent({
        connect: { ca, lookup: (_, __, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
      });
      const config = await configure(proxy, place);
      execFileSync(program, proxy.check(config), { stdio: 'pipe' });
      gateway = await startGateway({
        port: running,
        publicUrl: publicUrl(),
        environment: {
          GATEWAY_ALLOW_LOOPBACK_WEBHOOKS: '1',
          GATEWAY_LOG_LEVEL: 'info',
          GATEWAY_TRUSTED_PROXIES: '127.0.0.1',
        },
        log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
      });
      child = spawn(program, proxy.run(config), {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          printed += chunk.toString();
        });
      while (true) {
        assert.equal(child.exitCode, null, printed);
        const response = await fetchThere(`${publicUrl()}/readyz`).catch(() => undefined);
        if (response?.ok) break;
        await setTimeout(50);
      }
    });
    after(async () => {
      if (child?.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await agent?.close();
      await gateway?.close();
      if (place) await rm(place.folder, { recursive: true, force: true });
    });

    const client = (): OffsetClient =>
      new OffsetClient({
        baseUrl: publicUrl(),
        apiKey: SANDBOX.apiKey,
        signingKey: SANDBOX.secret,
        platformId: SANDBOX.platformId,
        fetch: fetchThere,
        timeoutMs: 60_000,
      });

    it('an order is created, paid on its page and reported by a signed webhook', async () => {
      await using receiver = await startReceiver();
      const { order_id: id, payment_url: page = '' } = await client().createOrder({
        emission_amount: 1146,
        callback_url: `${receiver.url}/webhooks`,
      });
      assert.ok(page.startsWith(`${publicUrl()}/pay/`), page);
      const shown = await fetchThere(page);
      assert.equal(shown.headers.get('strict-transport-security'), 'max-age=31536000');
      assert.match(await shown.text(), /<form method="post"/);
      const body = new URLSearchParams({ action: 'pay', card: '4242 4242 4242 4242' });
      const paid = await fetchThere(page, {
        method: 'POST',
        body: body.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        redirect: 'manual',
      });
      assert.equal(paid.status, 303);
      assert.equal((await client().getOrder(id))?.payment_status, 'completed');
      const [webhook] = await receiver.until(1);
      assert.ok(webhook);
      await verifyWebhook({ ...webhook, secrets: [SANDBOX.webhookSecret] });
      const { type, data } = JSON.parse(webhook.body);
      assert.deepEqual([type, data.order_id], ['order.completed', id]);
      assert.ok(data.payment_url.startsWith(publicUrl()));

      const token = new URL(page).pathname.split('/').at(-1) ?? '';
      assert.ok(token.length > 30);
      const posts = (): string[] =>
        proxyLog()
          .split('\n')
          .filter((line) => line.includes('POST'));
      while (posts().length < 2) await setTimeout(50);
      for (const line of posts()) assert.ok(line.includes('127.0.0.1'), 'the proxy logs the client');
      assert.ok(!proxyLog().includes(token), 'no log holds the token of a payment page');
    });

    it('bodies arrive unchanged, and the gateway itself refuses one that is too large', async () => {
      const { secret, apiKey } = SANDBOX;
      const caller = callerOf(publicUrl(), { secret, apiKey }, fetchThere);
      const spaced = '{ "emission_amount" :  1.50, "user": {"name": "Zo\\u00eb  Ünal"} }\n';
      assert.equal((await caller.post('/offset-gateway/orders', spaced)).status, 201);
      const large = JSON.stringify({ emission_amount: 1, user: { name: 'x'.repeat(1_100_000) } });
      const refused = await caller.post('/offset-gateway/orders', large);
      assert.deepEqual([refused.status, refused.json?.error], [413, 41301]);
    });

    it('a request id of the caller is kept; without one, the proxy and the gateway log the same', async () => {
      const given = await fetchThere(`${publicUrl()}/healthz`, {
        headers: { 'x-request-id': 'from-caller-1' },
      });
      assert.equal(given.headers.get('x-request-id'), 'from-caller-1');
      const path = '/offset-gateway/orders';
      const made = await fetchThere(publicUrl() + path, { headers: { 'x-api-key': SANDBOX.apiKey } });
      const id = made.headers.get('x-request-id') ?? '';
      assert.match(id, /^[0-9a-f-]{32,36}$/);
      assert.ok(logged.some((line) => line.includes(`"requestId":"${id}"`)));
      if (proxy.file === 'Caddyfile') return;
      while (!proxyLog().includes(id)) await setTimeout(50);
    });

    it('the metrics of the gateway are not found through the proxy', async () => {
      assert.equal((await fetch(`${gateway.url}/metrics`)).status, 200);
      assert.equal((await fetchThere(`${publicUrl()}/metrics`)).status, 404);
      // The gateway reads these as the same path; `fetch` would rewrite the second.
      for (const path of ['/%6Detrics', '/pay/../metrics']) {
        const { statusCode, body } = await agent.request({ origin: publicUrl(), method: 'GET', path });
        await body.dump();
        assert.notEqual(statusCode, 200, path);
      }
    });

    it('Keep-Alive promises clients no longer than the proxy keeps a connection', async () => {
      const { headers } = await fetchThere(`${publicUrl()}/healthz`);
      const promised = headers.get('keep-alive');
      if (promised === null) return;
      const kept = /timeout http-keep-alive (\d+)s/.exec(deployed(proxy.file))?.[1];
      assert.equal(promised, `timeout=${kept}`);
    });

    it('the proxy closes idle connections to the gateway first', {
      skip: proxy.program !== 'haproxy' && 'its file sets how long one waits',
    }, async () => {
      const sockets = new Set<Socket>();
      const note = (message: unknown) => sockets.add((message as { readonly socket: Socket }).socket);
      subscribe('http.server.request.start', note);
      await fetchThere(`${publicUrl()}/healthz`, { headers: { connection: 'close' } });
      unsubscribe('http.server.request.start', note);
      assert.ok(sockets.size > 0);
      for (const socket of sockets) {
        if (socket.destroyed) continue;
        await once(socket, 'close', { signal: AbortSignal.timeout(5000) }).catch((error) => {
          // HAProxy may reset a connection instead of ending it.
          if (!hasCode(error, 'ECONNRESET')) throw error;
        });
      }
    });

    it('with one of two gateways stopped, no request fails', async () => {
      for (let request = 0; request < 10; request += 1) {
        const { status } = await fetchThere(`${publicUrl()}/offset-gateway/orders`, {
          headers: { 'x-api-key': SANDBOX.apiKey, connection: 'close' },
        });
        assert.equal(status, 200);
      }
    });

    it('the console accepts forms from its public origin only', async () => {
      const send = (origin: string): Promise<Response> =>
        fetchThere(`${publicUrl()}/console/sign-in/sandbox`, {
          method: 'POST',
          body: 'role=operator',
          headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
          redirect: 'manual',
        });
      assert.equal((await send('https://other.example')).status, 403);
      const signedIn = await send(publicUrl());
      assert.equal(signedIn.status, 303);
      assert.match(signedIn.headers.get('set-cookie') ?? '', /^__Host-/);
    });

    it('a client cannot evade a rate limit with a forged X-Forwarded-For', async () => {
      const statuses: number[] = [];
      for (let claimed = 1; claimed <= 21; claimed += 1) {
        const response = await fetchThere(`${publicUrl()}/console/sign-in/link/unknown`, {
          method: 'POST',
          headers: { origin: publicUrl(), 'x-forwarded-for': `203.0.113.${claimed}` },
        });
        statuses.push(response.status);
      }
      assert.deepEqual(statuses.slice(19), [422, 429]);
    });
  });
}
