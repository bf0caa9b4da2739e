/** Signing in at a real OpenID Connect provider, over HTTP. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import { Provider } from 'oidc-provider';
import { pino } from 'pino';
import { createSealer } from '../../credentials/seal.ts';
import { openFaultLog } from '../../fault-log.ts';
import { type RunningGateway, startGateway } from '../../gateway.ts';
import { SANDBOX_MASTER_KEY } from '../../sandbox.ts';
import { openDatabase } from '../../store/open-database.ts';
import { sandboxVisitor } from '../../testing/console-visitor.ts';
import { captureFaultLines, type FaultLines } from '../../testing/fault-lines.ts';
import { freePort } from '../../testing/free-port.ts';
import { type Loopback, listenOnLoopback } from '../../testing/loopback.ts';
import { type SharedPostgres, sharedPostgres } from '../../testing/postgres.ts';
import { createProviderSignIn } from './sign-in-provider.ts';

let issuer = '';
let listening: Loopback;
let gateway: RunningGateway;
let postgres: SharedPostgres;
let onPostgres: RunningGateway;
let inCapitals: RunningGateway;
let lines: FaultLines;
/** Log lines of the gateway whose public URL is in capitals. */
const logged: { readonly msg: string; readonly by?: string; readonly merchant?: string }[] = [];
/** How far the gateway's clock is ahead. */
let shiftMs = 0;

/** Accounts of the provider whose e-mail addresses it has not verified. */
const UNVERIFIED = new Set(['mallory@air.example']);
/** Functions that return the changed e-mail address of an account, called at each reading. */
const CHANGED = new Map<string, () => string>();

/** Settings of a gateway that signs staff in at a provider. */
const clientAt = (issuer: string): NodeJS.ProcessEnv => ({
  GATEWAY_OIDC_ISSUER: issuer,
  GATEWAY_OIDC_CLIENT_ID: 'console',
  GATEWAY_OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
});

before(async () => {
  const server = createServer();
  listening = await listenOnLoopback(server);
  issuer = listening.url;
  const environment = clientAt(issuer);
  lines = captureFaultLines();
  gateway = await startGateway({ environment, log: lines.log, now: () => Date.now() + shiftMs });
  postgres = await sharedPostgres();
  onPostgres = await startGateway({ environment, databaseUrl: await postgres.createMigrated() });
  const port = await freePort();
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  inCapitals = await startGateway({ environment, log, port, publicUrl: `http://LOCALHOST:${port}` });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'console',
        client_secret: 'a-secret-of-the-client',
        redirect_uris: [gateway, onPostgres, inCapitals].map(
          ({ url }) => `${url}/console/sign-in/provider/return`,
        ),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_, id) => ({
      accountId: id,
      // The text after `#` distinguishes accounts with the same address.
      claims: () => ({
        sub: id,
        email: CHANGED.get(id)?.() ?? id.replace(/#.*/, ''),
        email_verified: !UNVERIFIED.has(id),
      }),
    }),
  });
  server.on('request', provider.callback());
});
after(async () => {
  await Promise.all([gateway, onPostgres, inCapitals].map((one) => one.close()));
  await postgres.stop();
  await listening.close();
});

/** A browser: follows redirects, keeps the cookies of both hosts. */
class Browser {
  readonly cookies = new Map<string, string>();

  async send(
    url: string,
    body?: Record<string, string>,
  ): Promise<{ url: string; status: number; text: string }> {
    const { origin } = new URL(url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: this.#cookiesOf(origin) },
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });
    this.#keep(origin, response);
    const location = response.headers.get('location');
    const text = await response.text();
    if (location !== null) return this.send(new URL(location, url).href);
    return { url, status: response.status, text };
  }

  #cookiesOf(origin: string): string {
    const own = [...this.cookies].filter(([key]) => key.startsWith(`${origin} `));
    return own.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ');
  }

  #keep(origin: string, { headers }: Response): void {
    for (const set of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.cookies.delete(`${origin} ${name}`);
      else this.cookies.set(`${origin} ${name}`, value);
    }
  }

  /** Begins to sign in. @returns the URL of the redirect to the provider. */
  async begin(url = gateway.url, to = ''): Promise<string> {
    const response = await fetch(`${url}/console/sign-in/provider?${new URLSearchParams({ to })}`, {
      redirect: 'manual',
      headers: { cookie: this.#cookiesOf(url) },
    });
    this.#keep(url, response);
    return response.headers.get('location') ?? '';
  }

  /** Signs in at the provider as an account. @returns the page of the console at which that ends. */
  async signIn(account: string, url = gateway.url): Promise<{ url: string; status: number; text: string }> {
    return this.signInAt(`${url}/console/sign-in/provider`, account, url);
  }

  /** Does the same from the URL of a request to the provider. */
  async signInAt(
    start: string,
    account: string,
    url = gateway.url,
  ): Promise<{ url: string; status: number; text: string }> {
    let page = await this.send(start);
    for (const prompt of ['login', 'consent']) {
      if (page.url.startsWith(url)) break;
      page = await this.send(page.url, { prompt, login: account, password: 'any' });
    }
    return page;
  }
}

async function invite(email: string, url = gateway.url): Promise<void> {
  const admin = await sandboxVisitor(url, 'admin');
  const fields = { name: 'Ana Souza', email, role: 'finance', once: randomUUID() };
  assert.equal((await admin.post('/merchants/sandbox-merchant/people', fields)).status, 200);
}

it('signs in an invited person with the role of the invitation, repeatedly', async () => {
  await invite('ana@air.example');
  for (let times = 0; times < 2; times += 1) {
    const { url, text } = await new Browser().signIn('ana@air.example');
    assert.equal(new URL(url).pathname, '/console/merchants/sandbox-merchant');
    assert.match(text, /Ana Souza<\/strong>, finance/);
  }
});

it('signs in at a gateway whose public URL is in capitals', async () => {
  await invite('ines@air.example', inCapitals.url);
  const { url } = await new Browser().signIn('ines@air.example', inCapitals.url);
  assert.equal(url, `${inCapitals.url}/console/merchants/sandbox-merchant`);
  const signedIn = logged.filter(({ by, msg }) => by === 'provider' && msg === 'signed in to the console');
  assert.deepEqual(
    signedIn.map(({ merchant }) => merchant),
    ['sandbox-merchant'],
  );
});

/** Begins to sign in, then returns with a query that the provider did not send. */
async function comeBack(query: string, url = gateway.url): Promise<void> {
  const path = `${url}/console/sign-in/provider`;
  const { headers } = await fetch(path, { redirect: 'manual' });
  const cookie = headers.getSetCookie().map((one) => one.split(';')[0]);
  const state = new URL(headers.get('location') ?? '').searchParams.get('state');
  const options = { headers: { cookie: cookie.join('; ') } };
  const back = `${path}/return?iss=${encodeURIComponent(issuer)}&state=${state}&${query}`;
  assert.equal((await fetch(back, options)).status, 422);
}

it('logs a fault for a sign-in that does not complete, unless the person cancelled it', async () => {
  const before = lines.messages().length;
  await comeBack('error=access_denied');
  assert.equal(lines.messages().length, before);
  await comeBack('code=stolen');
  assert.deepEqual(lines.messages().slice(before), ['a sign-in at the identity provider did not complete']);
});

it('completes at most 100 sign-ins per network in ten minutes', async (t) => {
  let requests = 0;
  const server = createServer((request, response) => {
    if (request.url === '/token') requests += 1;
    response.writeHead(request.url === '/token' ? 400 : 200, { 'content-type': 'application/json' });
    const endpoints = { authorization_endpoint: `${own.url}/auth`, token_endpoint: `${own.url}/token` };
    response.end(JSON.stringify({ error: 'invalid_grant', issuer: own.url, ...endpoints }));
  });
  const own = await listenOnLoopback(server);
  t.after(() => own.close());
  const db = openDatabase('sqlite::memory:');
  t.after(() => db.close());
  const { log } = captureFaultLines();
  const parts = { sealer: createSealer(SANDBOX_MASTER_KEY), faults: openFaultLog(log) };
  const client = { issuer: own.url, clientId: 'console', clientSecret: 'a-secret-of-the-client' };
  const publicUrl = 'https://pay.example';
  const signIn = createProviderSignIn({ db, now: Date.now, publicUrl }, parts, client);
  const { url, state } = await signIn.begin();
  const back = new URL(`${publicUrl}?code=invented&state=${new URL(url).searchParams.get('state')}`);
  const complete = (host: number) =>
    assert.rejects(signIn.finish(back, state, `2001:db8::${host}`), { name: 'Refusal' });
  await Promise.all(Array.from({ length: 110 }, (_, host) => complete(host)));
  assert.equal(requests, 100);
  await assert.rejects(signIn.finish(back, state, '2001:db8:0:1::1'), { status: 422 });
});

it('accepts an e-mail address that the provider writes in capitals', async () => {
  await invite('Kim@Air.example');
  CHANGED.set('kim', () => 'KIM@air.EXAMPLE');
  assert.ok(await signsIn('kim'));
});

it('refuses a sign-in if the provider does not state when the password was entered', async () => {
  await invite('omar@air.example');
  const browser = new Browser();
  const { headers } = await fetch(`${gateway.url}/console/sign-in/provider`, { redirect: 'manual' });
  for (const set of headers.getSetCookie()) {
    const [, name, value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    browser.cookies.set(`${gateway.url} ${name}`, value);
  }
  const url = new URL(headers.get('location') ?? '');
  assert.equal(url.searchParams.get('max_age'), '300');
  // Some providers do not know the parameter.
  url.searchParams.delete('max_age');
  const { status, text } = await browser.signInAt(url.href, 'omar@air.example');
  assert.equal(status, 422);
  assert.match(text, /The sign-in did not complete/);
});

it('refuses a person who was not invited or whose address is not verified', async () => {
  await invite('mallory@air.example');
  for (const [account, why] of [
    ['stranger@air.example', /You have no access/],
    ['mallory@air.example', /has not verified your e-mail address/],
  ] as const) {
    const browser = new Browser();
    const { status, text } = await browser.signIn(account);
    assert.equal(status, 422);
    assert.match(text, why);
    assert.equal((await browser.send(`${gateway.url}/console`)).status, 401);
  }
});

const signsIn = async (account: string): Promise<boolean> =>
  /Ana Souza<\/strong>, finance/.test((await new Browser().signIn(account)).text);

it("refuses another account with a person's address until that person is invited again", async () => {
  await invite('mina@air.example');
  assert.ok(await signsIn('mina@air.example'));
  assert.ok(!(await signsIn('mina@air.example#new')));
  await invite('mina@air.example');
  assert.ok(await signsIn('mina@air.example#new'));
  // A colleague's invitation does not admit them.
  await invite('rosa@air.example');
  for (const account of ['mina@air.example', 'mina@air.example#third'])
    assert.ok(!(await signsIn(account)), account);
});

it('refuses another account after the invitation has expired', async (t) => {
  await invite('tara@air.example');
  assert.ok(await signsIn('tara@air.example'));
  await invite('tara@air.example');
  t.after(() => {
    shiftMs = 0;
  });
  shiftMs = 24 * 3_600_000;
  assert.ok(!(await signsIn('tara@air.example#new')));
});

it('keeps signing in an account whose address has changed, also after another invitation', async () => {
  await invite('noor@air.example');
  assert.ok(await signsIn('noor@air.example'));
  CHANGED.set('noor@air.example', () => 'noor.khan@air.example');
  await invite('noor@air.example');
  assert.ok(await signsIn('noor@air.example'));
});

it('leads into the console when a used response is opened after signing in', async () => {
  await invite('lena@air.example');
  const browser = new Browser();
  await browser.signIn('lena@air.example');
  const { url, status } = await browser.send(`${gateway.url}/console/sign-in/provider/return?code=used`);
  assert.equal(new URL(url).pathname, '/console/merchants/sandbox-merchant');
  assert.equal(status, 200);
});

it('signs in every tab of a first sign-in in several tabs at once', async () => {
  for (const { url } of [gateway, onPostgres]) {
    for (const account of ['ines@air.example', 'ines@air.example#new']) {
      await invite('ines@air.example', url);
      const tabs = Array.from({ length: 6 }, () => new Browser().signIn(account, url));
      for (const { text } of await Promise.all(tabs)) assert.match(text, /Ana Souza<\/strong>, finance/);
    }
  }
});

it('signs in every tab of an account whose address changes between two first sign-ins at once', async () => {
  for (let round = 0; round < 8; round += 1) {
    const addresses = [`pia${round}@air.example`, `pia.jones${round}@air.example`] as const;
    for (const address of addresses) await invite(address, onPostgres.url);
    let reads = 0;
    CHANGED.set(`pia${round}`, () => addresses[reads++ % 2 === 0 ? 0 : 1]);
    const tabs = Array.from({ length: 6 }, () => new Browser().signIn(`pia${round}`, onPostgres.url));
    for (const { text } of await Promise.all(tabs)) assert.match(text, /Ana Souza<\/strong>, finance/);
  }
});

it('leads each of several tabs to its own page, in whichever order they sign in', async () => {
  await invite('vera@air.example');
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const browser = new Browser();
    const merchant = '/console/merchants/sandbox-merchant';
    const pages = [`${merchant}/orders`, `${merchant}/money`];
    const begun: string[] = [];
    for (const page of pages) begun.push(await browser.begin(gateway.url, page));
    for (const tab of order) {
      const { url, status } = await browser.signInAt(begun[tab] ?? '', 'vera@air.example');
      assert.equal(new URL(url).pathname, pages[tab]);
      assert.equal(status, 200);
    }
  }
});

it('completes only the newest four sign-ins begun in a browser', async () => {
  await invite('vera@air.example');
  const browser = new Browser();
  const begun: string[] = [];
  for (let times = 0; times < 7; times += 1) begun.push(await browser.begin());
  const kept = [...browser.cookies.keys()].filter((name) => name.includes('console_sign_in'));
  assert.equal(kept.length, 4);
  assert.equal((await browser.signInAt(begun[2] ?? '', 'vera@air.example')).status, 422);
  assert.equal((await browser.signInAt(begun[3] ?? '', 'vera@air.example')).status, 200);
});

it('refuses a sign-in begun ten minutes ago', async (t) => {
  await invite('vera@air.example');
  const browser = new Browser();
  const begun = [await browser.begin(), await browser.begin()];
  t.after(() => {
    shiftMs = 0;
  });
  for (const [index, [after, status]] of [
    [540_000, 200],
    [600_000, 422],
  ].entries()) {
    shiftMs = after ?? 0;
    assert.equal((await browser.signInAt(begun[index] ?? '', 'vera@air.example')).status, status);
  }
});

it('refuses a response to a sign-in that this browser did not begin', async () => {
  await invite('rosa@air.example');
  const attacker = new Browser();
  const victim = new Browser();
  // The attacker's own code, stopped before its use, in the victim's browser: with another state, or with none.
  const page = await attacker.send(`${gateway.url}/console/sign-in/provider`);
  assert.ok(page.url.startsWith(issuer));
  await victim.send(`${gateway.url}/console/sign-in/provider`);
  for (const query of ['?code=stolen&state=stolen', '?code=stolen', '', '?error=access_denied&state=x']) {
    const { status } = await victim.send(`${gateway.url}/console/sign-in/provider/return${query}`);
    assert.equal(status, 422, query);
  }
  const fresh = new Browser();
  const { status } = await fresh.send(
    `${gateway.url}/console/sign-in/provider/return?code=stolen&state=stolen`,
  );
  assert.equal(status, 401);
  for (const browser of [victim, fresh])
    assert.equal((await browser.send(`${gateway.url}/console`)).status, 401);
});

it('logs a secret that the provider refuses as a fault that names the settings', async () => {
  const { log, messages } = captureFaultLines();
  const environment = { ...clientAt(issuer), GATEWAY_OIDC_CLIENT_SECRET: 'of-another-client' };
  const refused = await startGateway({ environment, log });
  await comeBack('code=any', refused.url);
  await refused.close();
  assert.match(messages().join(), /^GATEWAY_OIDC_CLIENT_ID or GATEWAY_OIDC_CLIENT_SECRET/);
});

it('signs in at a provider that needs the secret in the header and states email_verified as text', async (t) => {
  const server = createServer();
  const provider = await listenOnLoopback(server);
  t.after(() => provider.close());
  const environment = clientAt(provider.url);
  const other = await startGateway({ environment });
  t.after(() => other.close());
  const client = {
    client_id: 'console',
    client_secret: 'a-secret-of-the-client',
    redirect_uris: [`${other.url}/console/sign-in/provider/return`],
  };
  const own = new Provider(provider.url, {
    clients: [client],
    clientAuthMethods: ['client_secret_basic'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: sub, email_verified: 'true' as unknown as boolean }),
    }),
  });
  server.on('request', own.callback());
  await invite('ana@air.example', other.url);
  const { text } = await new Browser().signIn('ana@air.example', other.url);
  assert.match(text, /Ana Souza<\/strong>, finance/);
});

it('shows on the sign-in page that the provider is unavailable', async () => {
  const environment = clientAt(`http://127.0.0.1:${await freePort()}`);
  const { log, messages } = captureFaultLines();
  const cut = await startGateway({ environment, log });
  const { status, text } = await new Browser().send(`${cut.url}/console/sign-in/provider`);
  await cut.close();
  assert.equal(status, 502);
  assert.match(text, /<h1>Sign in<\/h1>/);
  assert.match(text, /The identity provider is unavailable/);
  assert.match(text, /<a href="\/console\/sign-in">/);
  assert.deepEqual(messages(), ['GATEWAY_OIDC_ISSUER: its openid-configuration cannot be read']);
});

it('finds a provider that was unavailable once it responds', async (t) => {
  let isDown = true;
  const server = createServer((_, response) => {
    const endpoints = {
      authorization_endpoint: `${provider.url}/auth`,
      token_endpoint: `${provider.url}/token`,
    };
    if (isDown) return void response.writeHead(503).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ issuer: provider.url, ...endpoints }));
  });
  const provider = await listenOnLoopback(server);
  t.after(() => provider.close());
  const environment = clientAt(provider.url);
  const other = await startGateway({ environment, log: captureFaultLines().log });
  t.after(() => other.close());
  const begin = () => fetch(`${other.url}/console/sign-in/provider`, { redirect: 'manual' });
  assert.equal((await begin()).status, 502);
  isDown = false;
  const { headers } = await begin();
  assert.ok(headers.get('location')?.startsWith(`${provider.url}/auth?`));
});

it('finds the new endpoints of a provider that moved after ten minutes, without a restart', async (t) => {
  let path = '/auth';
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ issuer: moving.url, authorization_endpoint: moving.url + path }));
  });
  const moving = await listenOnLoopback(server);
  t.after(() => moving.close());
  let now = Date.now();
  const other = await startGateway({ environment: clientAt(moving.url), now: () => now });
  t.after(() => other.close());
  const leadsTo = async (): Promise<string> => {
    const { headers } = await fetch(`${other.url}/console/sign-in/provider`, { redirect: 'manual' });
    return new URL(headers.get('location') ?? '').pathname;
  };
  assert.equal(await leadsTo(), '/auth');
  path = '/login';
  assert.equal(await leadsTo(), '/auth', 'each sign-in alone is no request to the provider');
  now += 10 * 60_000;
  assert.equal(await leadsTo(), '/login');
});

it('refuses an account with the same identifier at another provider', async (t) => {
  const databaseUrl = await postgres.createMigrated();
  for (const expected of [200, 422]) {
    const server = createServer();
    const provider = await listenOnLoopback(server);
    t.after(() => provider.close());
    const environment = clientAt(provider.url);
    const other = await startGateway({ environment, databaseUrl });
    t.after(() => other.close());
    const client = {
      client_id: 'console',
      client_secret: 'a-secret-of-the-client',
      redirect_uris: [`${other.url}/console/sign-in/provider/return`],
    };
    const claims = { email: 'ana@air.example', email_verified: true };
    const own = new Provider(provider.url, {
      clients: [client],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...claims }) }),
    });
    server.on('request', own.callback());
    // The operator changes the provider, and nobody is invited again.
    if (expected === 200) await invite('ana@air.example', other.url);
    assert.equal((await new Browser().signIn('ana', other.url)).status, expected);
  }
});
