/** Attacks on the console of a whole gateway, each of which is refused. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { ABSOLUTE_MS, IDLE_MS } from '../credentials/session-limits.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { openDatabase } from '../store/open-database.ts';
import { callerOf } from '../testing/caller.ts';
import { type ConsoleVisitor, consoleVisitor, sandboxVisitor } from '../testing/console-visitor.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, SOMEBODY } from '../testing/store.ts';
import { invitePerson } from './people.ts';

const MERCHANT = '/merchants/sandbox-merchant';
onBothEngines('attacks on the console', ({ engine, database }) => {
  let now = 0;
  let databaseUrl = '';
  let gateway: RunningGateway;
  before(async () => {
    databaseUrl = await database();
    // Later than the start of the sandbox's prices: other files of this process may have run for minutes.
    now = Date.now() + 60_000;
    gateway = await startGateway({ databaseUrl, now: () => now });
  });
  after(() => gateway.close());

  /** On PostgreSQL, request budgets use the clock of the database, which a test does not move. */
  async function endBudgets(): Promise<void> {
    if (engine === 'sqlite') return;
    const db = openDatabase(databaseUrl);
    await sql`update rate_windows set ends_at = 0`.execute(db.kysely);
    await db.close();
  }

  async function paidOrder(fields: object = {}): Promise<string> {
    const caller = callerOf(gateway.url);
    const { status, json } = await caller.post('/offset-gateway/orders', {
      emission_amount: 1000,
      ...fields,
    });
    assert.equal(status, 201);
    await caller.post(`/sandbox/orders/${json.order_id}/payment`, { outcome: 'completed' });
    return json.order_id;
  }

  /** Fields of the form of a refund, as a page writes them. */
  const refundForm = (): Record<string, string> => ({ once: randomUUID(), all: 'yes' });

  describe('forms from other sites', () => {
    for (const [name, headers] of [
      ['another origin', { origin: 'https://evil.example' }],
      ['an opaque origin', { origin: 'null' }],
      ['no origin', { origin: '' }],
      ['a cross-site navigation', { 'sec-fetch-site': 'cross-site' }],
      ['another port of this machine', { origin: 'http://localhost:1' }],
    ] as const) {
      it(`${name}: refunds nothing and signs nobody in`, async () => {
        const id = await paidOrder();
        const visitor = await sandboxVisitor(gateway.url);
        const { status } = await visitor.post(`${MERCHANT}/orders/${id}/refund`, refundForm(), headers);
        assert.equal(status, 403);
        assert.doesNotMatch((await visitor.get(`${MERCHANT}/orders/${id}`)).text, /Refund of/);
        const stranger = consoleVisitor(gateway.url);
        assert.equal((await stranger.post('/sign-in/sandbox', {}, headers)).status, 403);
        assert.equal(stranger.cookie, '');
      });
    }
  });

  /** Requests a page as an open page does to refresh itself. */
  async function poll({ cookie }: ConsoleVisitor, path: string): Promise<Response> {
    return fetch(`${gateway.url}/console${path}`, { headers: { cookie, 'x-console-poll': '1' } });
  }

  describe('sessions', () => {
    it('a session token planted in the browser is not signed in, before or after a sign-in', async () => {
      const planted = `console_session=.${'A'.repeat(43)}`;
      const victim = consoleVisitor(gateway.url);
      victim.cookie = planted;
      await victim.post('/sign-in/sandbox', { role: 'viewer' });
      assert.notEqual(victim.cookie, planted);
      assert.equal((await victim.get(MERCHANT)).status, 200);
      const attacker = consoleVisitor(gateway.url);
      attacker.cookie = planted;
      assert.equal((await attacker.get(MERCHANT)).status, 401);
    });

    it("the attacker's own session, planted in the browser, ends with the sign-in", async () => {
      const attacker = await sandboxVisitor(gateway.url, 'viewer');
      const victim = consoleVisitor(gateway.url);
      victim.cookie = attacker.cookie;
      await victim.post('/sign-in/sandbox', { role: 'admin' });
      assert.equal((await victim.get(`${MERCHANT}/webhooks/secret`)).status, 200);
      assert.equal((await attacker.get(MERCHANT)).status, 401);
    });

    it('a copied cookie is worthless after the sign-out', async () => {
      const visitor = await sandboxVisitor(gateway.url);
      const thief = consoleVisitor(gateway.url);
      thief.cookie = visitor.cookie;
      assert.equal((await thief.get(MERCHANT)).status, 200);
      await visitor.post('/sign-out');
      assert.equal(visitor.cookie, '');
      assert.equal((await thief.get(MERCHANT)).status, 401);
    });

    it('end after an hour without use, and after twelve hours of use', async () => {
      assert.deepEqual([IDLE_MS, ABSOLUTE_MS], [3_600_000, 12 * 3_600_000]);
      const idle = await sandboxVisitor(gateway.url);
      const busy = await sandboxVisitor(gateway.url);
      const opened = now;
      for (now = opened; now < opened + ABSOLUTE_MS; now += IDLE_MS / 2) {
        assert.equal((await busy.get(MERCHANT)).status, 200);
        if (now >= opened + IDLE_MS) assert.equal((await idle.get(MERCHANT)).status, 401);
      }
      assert.equal((await busy.get(MERCHANT)).status, 401);
    });

    it('end although an open page keeps refreshing itself', async () => {
      const open = await sandboxVisitor(gateway.url);
      const opened = now;
      for (now = opened; now < opened + IDLE_MS; now += IDLE_MS / 4)
        assert.equal((await poll(open, MERCHANT)).status, 200);
      assert.equal((await poll(open, MERCHANT)).status, 401);
      assert.equal((await open.get(MERCHANT)).status, 401);
    });

    it('are kept in use by reading a page, although another page refreshes itself', async () => {
      const id = await paidOrder();
      const visitor = await sandboxVisitor(gateway.url);
      const opened = now;
      for (now = opened; now < opened + 3 * IDLE_MS; now += IDLE_MS / 2) {
        assert.equal((await visitor.get(MERCHANT)).status, 200);
        assert.equal((await poll(visitor, `${MERCHANT}/orders/${id}`)).status, 200);
      }
    });

    it('state their time left, which only use prolongs, and never past twelve hours', async () => {
      const visitor = await sandboxVisitor(gateway.url);
      const opened = now;
      const path = '/account/time';
      const seen = async (): Promise<unknown> => (await poll(visitor, path)).json();
      const used = async (): Promise<unknown> => JSON.parse((await visitor.get(path)).text);
      now = opened + 50 * 60_000;
      assert.deepEqual(await seen(), { left: IDLE_MS - 50 * 60_000, canStay: true });
      assert.deepEqual(await seen(), { left: IDLE_MS - 50 * 60_000, canStay: true });
      assert.deepEqual(await used(), { left: IDLE_MS, canStay: true });
      assert.match((await visitor.get('/account')).text, / data-minutes="60"/);
      for (; now < opened + ABSOLUTE_MS - IDLE_MS; now += IDLE_MS / 2) await visitor.get(path);
      now = opened + ABSOLUTE_MS - 40 * 60_000;
      assert.deepEqual(await used(), { left: 40 * 60_000, canStay: false });
      now = opened + ABSOLUTE_MS;
      assert.equal((await visitor.get(path)).status, 401);
      // More than a day ahead, the gateway would delete the budgets of requests, which go by the clock of the database.
      now = opened;
    });

    it('require a new sign-in before a refund 16 minutes after the last one', async () => {
      const id = await paidOrder();
      const visitor = await sandboxVisitor(gateway.url, 'finance');
      now += 16 * 60 * 1000;
      const { status, text } = await visitor.post(`${MERCHANT}/orders/${id}/refund`, refundForm());
      assert.equal(status, 401);
      assert.match(text, /Sign in again/);
      assert.doesNotMatch((await visitor.get(`${MERCHANT}/orders/${id}`)).text, /Refund of/);
    });

    it('use an HttpOnly, SameSite=Lax cookie', async () => {
      const response = await fetch(`${gateway.url}/console/sign-in/sandbox`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: gateway.url },
      });
      const cookie = response.headers.get('set-cookie') ?? '';
      assert.match(cookie, /; HttpOnly; SameSite=Lax$/);
    });
  });

  describe('sign-in links', () => {
    const guess = () => `/sign-in/link/sandbox-merchant.${randomBytes(32).toString('base64url')}`;

    it('make a client wait after twenty wrong guesses, even with a valid link', async () => {
      const admin = await sandboxVisitor(gateway.url, 'admin');
      const fields = { name: 'Ravi', email: 'ravi@air.example', role: 'viewer', once: randomUUID() };
      const { text } = await admin.post(`${MERCHANT}/people`, fields);
      const [, link = ''] = /console(\/sign-in\/link\/[^<]+)</.exec(text) ?? [];
      const stranger = consoleVisitor(gateway.url);
      const statuses: number[] = [];
      for (let tries = 0; tries < 25; tries += 1) statuses.push((await stranger.post(guess())).status);
      assert.deepEqual([...new Set(statuses)], [422, 429]);
      assert.equal(statuses.indexOf(429), 20);
      assert.equal((await stranger.post(link)).status, 429);
      assert.equal(stranger.cookie, '');
      now += 600_000;
      await endBudgets();
      assert.equal((await stranger.post(link)).status, 303);
    });

    it('are limited per client behind a trusted proxy', async (t) => {
      const environment = { GATEWAY_TRUSTED_PROXIES: '127.0.0.1' };
      const proxied = await startGateway({ databaseUrl: await database(), environment, now: () => now });
      t.after(() => proxied.close());
      const tryFrom = async (client: string): Promise<number> => {
        const headers = { origin: proxied.url, 'x-forwarded-for': client };
        return (await fetch(`${proxied.url}/console${guess()}`, { method: 'POST', headers })).status;
      };
      for (let tries = 0; tries < 20; tries += 1) assert.equal(await tryFrom('203.0.113.9'), 422);
      assert.equal(await tryFrom('203.0.113.9'), 429);
      assert.equal(await tryFrom('203.0.113.10'), 422, 'a stranger locks nobody else out');
      if (engine === 'sqlite') {
        now += 10 * 60_000 - 1;
        assert.equal(await tryFrom('203.0.113.9'), 429);
        now += 1;
        assert.equal(await tryFrom('203.0.113.9'), 422, 'for ten minutes');
      }
      for (let tries = 0; tries < 20; tries += 1) await tryFrom(`2001:db8::${tries + 1}`);
      assert.equal(await tryFrom('2001:db8::ffff'), 429, 'the addresses of a /64 are one client');
      assert.equal(await tryFrom('2001:db8:0:1::1'), 422);
    });

    it('end after a day, and are refused for another merchant', async () => {
      const admin = await sandboxVisitor(gateway.url, 'admin');
      const fields = { name: 'Mina', email: 'mina@air.example', role: 'viewer' };
      const create = async (): Promise<string> =>
        /console(\/sign-in\/link\/[^<]+)</.exec(
          (await admin.post(`${MERCHANT}/people`, { ...fields, once: randomUUID() })).text,
        )?.[1] ?? '';
      const stranger = consoleVisitor(gateway.url);
      assert.equal((await stranger.post((await create()).replace('sandbox-merchant', 'other'))).status, 422);
      assert.equal((await stranger.post((await create()).replace('sandbox-merchant', ''))).status, 422);
      const link = await create();
      now += 24 * 60 * 60 * 1000;
      assert.equal((await stranger.post(link)).status, 422);
    });
  });

  describe('another merchant', () => {
    it('finds no order or webhook of its neighbour, by URL or by identifier', async () => {
      const id = await paidOrder({ callback_url: 'https://merchant.example/hook', reference: 'EX7K2P' });
      const operator = await sandboxVisitor(gateway.url);
      const [, webhook = ''] =
        /\/webhooks\/(msg_\w+)"/.exec((await operator.get(`${MERCHANT}/orders/${id}`)).text) ?? [];
      assert.notEqual(webhook, '');
      const db = openDatabase(databaseUrl);
      try {
        await addMerchant(db, 'neighbour');
        const store = { db, now: () => now, publicUrl: gateway.url };
        const person = {
          merchantId: 'neighbour',
          name: 'Nia',
          email: 'nia@other.example',
          role: 'admin',
        } as const;
        const link = await invitePerson(store, person, SOMEBODY);
        const nia = consoleVisitor(gateway.url);
        assert.equal((await nia.post(link.slice(`${gateway.url}/console`.length))).status, 303);
        for (const base of [MERCHANT, '/merchants/neighbour']) {
          for (const path of [`/orders/${id}`, `/webhooks/${webhook}`]) {
            const { status, text } = await nia.get(base + path);
            assert.equal(status, 404, base + path);
            assert.doesNotMatch(text, /EX7K2P|Example Air/);
          }
          assert.notEqual((await nia.post(`${base}/orders/${id}/refund`, refundForm())).status, 303);
          assert.notEqual((await nia.post(`${base}/webhooks/${webhook}/replay`)).status, 303);
        }
        for (const path of [
          '',
          '/orders',
          '/orders.csv',
          '/webhooks',
          '/people',
          '/audit',
          '/webhooks/secret',
        ]) {
          assert.equal((await nia.get(MERCHANT + path)).status, 404, path);
          const own = await nia.get(`/merchants/neighbour${path}`);
          assert.equal(own.status, 200, path);
          assert.ok(!own.text.includes(id));
        }
        assert.match((await nia.get('/merchants/neighbour/orders?search=EX7K2P')).text, /No order matches/);
        assert.doesNotMatch((await operator.get(`${MERCHANT}/orders/${id}`)).text, /Refund of/);
      } finally {
        await db.close();
      }
    });
  });

  describe('hostile text', () => {
    it('is escaped everywhere, and the content security policy allows nothing inline', async () => {
      const hostile = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
      const id = await paidOrder({
        user: { name: hostile, tax_id: hostile },
        reference: hostile,
        metadata: { [hostile.slice(0, 40)]: hostile },
      });
      const visitor = await sandboxVisitor(gateway.url);
      const search = encodeURIComponent(hostile);
      for (const path of [
        `${MERCHANT}/orders`,
        `${MERCHANT}/orders?search=${search}`,
        `${MERCHANT}/orders/${id}`,
        `${MERCHANT}/orders/${id}/refund?all=yes`,
      ]) {
        const { text, headers, status } = await visitor.get(path);
        assert.equal(status, 200);
        assert.doesNotMatch(text, /<img|<script>/, path);
        assert.ok(text.includes('&lt;img src=x onerror=alert(1)&gt;'), path);
        const policy = headers.get('content-security-policy') ?? '';
        assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
        assert.doesNotMatch(policy, /unsafe|\*/);
        assert.doesNotMatch(text, / style="| on\w+="/);
      }
    });

    it('in a URL neither breaks a page nor leads out of the console', async () => {
      const visitor = await sandboxVisitor(gateway.url);
      const paths = [
        '/%00',
        '/%ff',

        '/merchants/%0d%0aset-cookie:x',
        '//evil.example',
        '/merchants/%',
      ];
      for (const path of paths) assert.equal((await visitor.get(path)).status, 404, path);
      for (const query of ['after=%00', 'after=1.x%27', 'from=x&to=9999-99-99', 'search=%00', 'status=%27'])
        assert.equal((await visitor.get(`${MERCHANT}/orders?${query}`)).status, 200, query);
      const retirement = 'tonnes=1&serials=A-1..A-1&date=2026-01-01&url=https://r.example/1';
      const unknown = await visitor.get(`/credits/retirements?project=%00&${retirement}`);
      assert.equal(unknown.status, 422, 'no text of PostgreSQL');
    });
  });
});
