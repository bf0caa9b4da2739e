/** The console of a whole gateway: sign-in by one press, an order, its webhooks, a replay, a refund. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { TEST_CARDS } from '../providers/sandbox.ts';
import { callerOf } from '../testing/caller.ts';
import { type ConsoleVisitor, consoleVisitor, formOf, sandboxVisitor } from '../testing/console-visitor.ts';
import { onBothEngines } from '../testing/engines.ts';
import { startReceiver } from '../testing/receiver.ts';
import { until } from '../testing/until.ts';

const MERCHANT = '/merchants/sandbox-merchant';

/** Reads a page until it holds a text. */
async function untilShown(visitor: ConsoleVisitor, path: string, text: RegExp): Promise<string> {
  return until(async () => {
    const page = await visitor.get(path);
    return text.test(page.text) && page.text;
  }, `${path} with ${text}`);
}

/** Creates a key, orders with it, and revokes it. @returns the order, and the key's secret. */
async function changeKeys(
  url: string,
  visitor: ConsoleVisitor,
): Promise<{ orderId: string; secret: string }> {
  const form = { label: 'second', once: randomUUID() };
  const created = (await visitor.post(`${MERCHANT}/developers/keys`, form)).text;
  const [apiKey = '', secret = ''] = [...created.matchAll(/<code class="secret"[^>]*>([^<]+)</g)].map(
    ([, text = '']) => text,
  );
  const caller = callerOf(url, { apiKey, secret });
  const { json, status } = await caller.post('/offset-gateway/orders', { emission_amount: 1000 });
  assert.equal(status, 201);
  assert.equal((await caller.post(`/offset-gateway/orders/${json.order_id}/confirm`, {})).status, 200);
  const listed = (await visitor.get(`${MERCHANT}/developers`)).text;
  assert.ok(listed.includes('second') && !listed.includes(apiKey) && !listed.includes(secret));
  const [, named = ''] = /shows this one as <code>(key_\w+)</.exec(created) ?? [];
  assert.match(listed, new RegExp(`second<span class="sub">${named}<`), 'the list tells it apart by its id');
  const [, revoke = ''] =
    /href="\/console([^"]+\/revoke)"[^>]*aria-label="Revoke the key second"/.exec(listed) ?? [];
  const { text: question } = await visitor.get(revoke);
  assert.match(question, /Revoke the key second\?.+Example Air/s);
  assert.equal((await caller.get('/offset-gateway/orders')).status, 200, 'it only asks');
  for (const press of [await visitor.confirm(revoke), await visitor.post(revoke), await visitor.get(revoke)])
    assert.equal(press.headers.get('location'), `/console${MERCHANT}/developers?done=revoked`);
  assert.equal((await caller.get('/offset-gateway/orders')).status, 401);
  assert.match((await visitor.post(revoke.replace(named, 'key_none'))).text, /no such key/);
  return { orderId: json.order_id, secret };
}

async function changeBrand(visitor: ConsoleVisitor): Promise<void> {
  const version = async (): Promise<string> =>
    /name="version" value="([^"]+)"/.exec((await visitor.get(`${MERCHANT}/brand`)).text)?.[1] ?? '';
  const opened = await version();
  const withdrawal = 'https://air.example/withdraw?order={order}';
  const brand = {
    accent: '#ffcc00',
    origins: 'https://air.example',
    logo: '',
    version: opened,
    seller: 'Air <Example> Ltd, Zurich',
    withdrawal,
  };
  for (const press of ['the first', 'a second, which finds it saved'])
    assert.equal((await visitor.post(`${MERCHANT}/brand`, brand)).status, 303, press);
  const unchanged = await visitor.post(`${MERCHANT}/brand`, { ...brand, version: await version() });
  assert.equal(unchanged.status, 303);
  const changes = (await visitor.get(`${MERCHANT}/audit`)).text.split('merchant.changed');
  assert.equal(changes.length, 2, 'one change is one entry');
  assert.match(
    (await visitor.get(`${MERCHANT}/brand/preview.css`)).text,
    /--accent: #ffcc00; --on-accent: #000000/,
  );
  for (const wrong of [
    { accent: 'red;}' },
    { logo: 'http://x.example/x.png' },
    { origins: 'https://air.example/path' },
    { seller: 'Air\nLtd' },
    { withdrawal: 'http://air.example/' },
  ])
    assert.equal((await visitor.post(`${MERCHANT}/brand`, { ...brand, ...wrong })).status, 422);
  const late = await visitor.post(`${MERCHANT}/brand`, { ...brand, accent: '#112233' });
  assert.equal(late.status, 409, 'opened before the change');
  assert.match(late.text, /The brand was changed after you opened this form/);
  assert.match((await visitor.get(`${MERCHANT}/brand`)).text, /value="#ffcc00"/);
  const stated = (await visitor.get(`${MERCHANT}/brand`)).text;
  assert.match(stated, /Seller: <bdi[^>]*>Air &lt;Example&gt; Ltd, Zurich</);
  assert.ok(stated.includes(withdrawal));
  const again = { ...brand, accent: '#112233', version: await version() };
  assert.equal((await visitor.post(`${MERCHANT}/brand`, again)).status, 303);
}

/** Closes the statement that an order is on, and marks it as paid. @returns a visitor of the time after. */
async function closeStatement(
  url: string,
  visitor: ConsoleVisitor,
  orderId: string,
): Promise<ConsoleVisitor> {
  const owed = (await visitor.get(`${MERCHANT}/money/statements/open_INR`)).text;
  assert.ok(owed.includes(orderId) && owed.includes('₹1,199.00'));
  assert.match((await visitor.get(`${MERCHANT}/money/close?period=2999-01`)).text, /not over/);
  assert.match((await visitor.post(`${MERCHANT}/money/close`, { period: '2999-01' })).text, /not over/);
  await callerOf(url).post('/sandbox/clock', { advance_seconds: 40 * 86_400 });
  const later = await sandboxVisitor(url);
  const period = new Date().toISOString().slice(0, 7);
  const close = `${MERCHANT}/money/close?period=${period}`;
  assert.match((await later.get(close)).text, /INR<\/dt><dd>₹1,199\.00 of 1 order and 0 refunds</);
  for (const done of ['closed', 'closed-none']) {
    const { headers } = await later.confirm(close);
    assert.equal(headers.get('location'), `/console${MERCHANT}/money?done=${done}`);
  }
  assert.match((await later.get(`${MERCHANT}/money?done=closed-none`)).text, /There was nothing to close/);
  const [, statement = ''] =
    /\/money\/statements\/(?!open)(\w+)"/.exec((await later.get(`${MERCHANT}/money`)).text) ?? [];
  const paid = `${MERCHANT}/money/statements/${statement}`;
  const marking = (await later.get(`${paid}/paid`)).text;
  assert.match(marking, /Mark statement 1 as paid\?.+₹1,199\.00/s);
  const marked = formOf(marking).hidden;
  const file = await later.get(`${paid}/lines.csv`);
  assert.match(file.headers.get('content-disposition') ?? '', /"statement-1\.csv"/);
  assert.match(file.text, /,order,.*1199\.00,.*,total,.*1199\.00,/s);
  assert.ok((await later.get(paid)).text.includes(`href="/console${paid}/lines.csv"`));
  assert.equal((await later.get(`${MERCHANT}/money/statements/stm_none/lines.csv`)).status, 404);
  for (const press of [await later.post(`${paid}/paid`, marked), await later.post(`${paid}/paid`, marked)])
    assert.equal(press.headers.get('location'), `/console${paid}?done=paid`);
  assert.match((await later.get(`${paid}?done=paid`)).text, /badge[^>]+>Paid<.+unpaid">Mark as unpaid</s);
  assert.match((await later.get(`${paid}/unpaid`)).text, /Mark statement 1 as unpaid\?.+limit again/s);
  for (const press of [await later.confirm(`${paid}/unpaid`), await later.post(`${paid}/unpaid`, marked)])
    assert.equal(press.headers.get('location'), `/console${paid}?done=unpaid`);
  const repeated = await later.post(`${paid}/paid`, marked);
  assert.equal(repeated.headers.get('location'), `/console${paid}`, 'the mark was taken back since');
  assert.match((await later.get(`${paid}?done=unpaid`)).text, /is marked as unpaid.+paid">Mark as paid</s);
  assert.equal((await later.post(`${MERCHANT}/money/statements/stm_none/paid`, marked)).status, 422);
  return later;
}

async function recordRetirement(visitor: ConsoleVisitor): Promise<void> {
  const due = (await visitor.get('/credits')).text;
  assert.match(due, /Sandbox wind, Tamil Nadu/);
  assert.match(due, /Sandbox wind and mangroves<span class="sub">sandbox-wind 70%, sandbox-mangroves 30%/);
  const retirement = {
    project: 'sandbox-wind',
    tonnes: '1',
    date: '2026-01-31',
    url: 'https://registry.example/1',
  };
  const record = (serials: string): string =>
    `/credits/retirements?${new URLSearchParams({ ...retirement, serials })}`;
  const refused = await visitor.get(record('A-1..A-2'));
  assert.match(refused.text, /2 serial numbers for 1 t.+value="A-1\.\.A-2"/s, 'what was typed is there');
  const shown = (await visitor.get(record('A-1..A-1'))).text;
  assert.match(shown, /Sandbox wind, Tamil Nadu <code>sandbox-wind</, 'names may be alike');
  const { action = '', hidden } = formOf(shown);
  for (const press of await Promise.all([visitor.post(action, hidden), visitor.post(action, hidden)]))
    assert.equal(press.headers.get('location'), '/console/credits?done=retired');
  assert.equal((await visitor.get('/credits')).text.match(/href="\/retirements\/ret_\w+/g)?.length, 1);
}

onBothEngines('the console', ({ database }) => {
  it('shows an order with its timeline and webhook, replays the webhook and refunds the order', async () => {
    let accepts = false;
    const receiver = await startReceiver(() => ({ status: accepts ? 200 : 500 }));
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      const caller = callerOf(gateway.url);
      const { json } = await caller.post('/offset-gateway/orders', {
        emission_amount: 1146,
        callback_url: `${receiver.url}/hook`,
        user: { name: 'Zoë <b>Meier</b>', email: 'Zoe@mail.example' },
        reference: 'EX7K2P',
      });
      const id: string = json.order_id;
      await caller.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' });
      await receiver.until(1);
      const visitor = await sandboxVisitor(gateway.url);
      assert.match((await visitor.get('')).text, /Example Air/);

      for (const search of [id, 'EX7K2P', 'zoe@MAIL.example']) {
        const { text } = await visitor.get(`${MERCHANT}/orders?search=${encodeURIComponent(search)}`);
        assert.ok(text.includes(`${MERCHANT}/orders/${id}`), search);
      }
      assert.match((await visitor.get(`${MERCHANT}/orders?search=EX7K2`)).text, /No order matches/);
      assert.match((await visitor.get(`${MERCHANT}/orders?status=failed`)).text, /No order matches/);
      const day = (ahead: number): string =>
        new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
      for (const [from, to, shows] of [
        [day(0), day(1), true],
        [day(-1), day(-1), false],
        [day(2), day(3), false],
        ['2050-02-31', '', true],
      ] as const) {
        const { text } = await visitor.get(`${MERCHANT}/orders?from=${from}&to=${to}`);
        assert.equal(text.includes(id), shows, `${from} to ${to}`);
      }
      assert.ok((await visitor.get(`${MERCHANT}/orders.csv?status=completed`)).text.includes(id));
      const csv = `${gateway.url}/console${MERCHANT}/orders.csv`;
      const exported = await fetch(csv, { headers: { cookie: visitor.cookie } });
      const bytes = new Uint8Array(await exported.arrayBuffer());
      assert.deepEqual([...bytes.slice(0, 4)], [0xef, 0xbb, 0xbf, 'o'.charCodeAt(0)], 'for Excel');
      const { text: ofPrograms } = await caller.get('/offset-gateway/exports/orders.csv');
      assert.ok(new TextDecoder().decode(bytes).startsWith(ofPrograms.split('\r\n')[0] ?? '-'));

      const shown = await untilShown(visitor, `${MERCHANT}/orders/${id}`, /Attempt 1: 500/);
      for (const text of ['Order created', 'Paid', 'Credits allocated', 'EX7K2P', '₹1,374.05'])
        assert.ok(shown.includes(text), text);
      const title = `<title>Order ${id.slice(-8)}, ₹1,374.05 · Flight Offset</title>`;
      assert.ok(shown.includes(title), 'tabs of orders of one price differ in their names');
      assert.ok(shown.includes('Zoë &lt;b&gt;Meier&lt;/b&gt;'));
      assert.match(shown, /href="\/pay\/[\w-]{43}\/receipt\.pdf"/);

      const webhook = /\/webhooks\/(msg_\w+)"/.exec(shown)?.[1] ?? '';
      assert.match((await visitor.get(`${MERCHANT}/webhooks`)).text, new RegExp(`${receiver.url}/hook`));
      assert.match(
        (await visitor.get(`${MERCHANT}/webhooks/${webhook}`)).text,
        /&quot;type&quot;: &quot;order\.completed&quot;/,
      );
      accepts = true;
      assert.equal((await visitor.post(`${MERCHANT}/webhooks/${webhook}/replay`)).status, 303);
      const replayed = await untilShown(visitor, `${MERCHANT}/webhooks/${webhook}`, /Attempt 2: 200/);
      assert.match(replayed, /Attempt 1: 500/, 'what failed before stays on record');

      const refund = `${MERCHANT}/orders/${id}/refund`;
      assert.match(
        (await visitor.get(`${refund}?kilograms=1147`)).text,
        /Only [^<]* of this order is left to refund/,
      );
      const question = (await visitor.get(`${refund}?kilograms=146`)).text;
      for (const text of ['Refund ₹175.05?', 'Zoë &lt;b&gt;Meier', 'of ₹1,374.05', '146 kg'])
        assert.ok(question.includes(text), text);
      assert.doesNotMatch((await visitor.get(`${MERCHANT}/orders/${id}`)).text, /Refund of/, 'it only asks');
      const part = await visitor.confirm(`${refund}?kilograms=146`, { reason: 'cancelled' });
      assert.equal(part.status, 303);
      await untilShown(visitor, `${MERCHANT}/orders/${id}`, /Refund completed/);
      assert.match((await visitor.get(`${MERCHANT}/orders/${id}`)).text, /Partly refunded/);

      const log = (await visitor.get(`${MERCHANT}/audit`)).text;
      for (const text of ['webhooks.redelivered', webhook, 'refund.requested', id, 'Sandbox operator'])
        assert.ok(log.includes(text), text);
      const overview = (await visitor.get(MERCHANT)).text;
      assert.match(overview, /<dt>Orders<\/dt><dd>1<\/dd>/);
      assert.match(overview, /<dt>Contributions<\/dt><dd>₹1,374\.05/);
      assert.match(
        overview,
        /before refunds and disputes, at most a minute old/,
        'a part of it was refunded above',
      );
      assert.match((await visitor.get('/health')).text, /Database schema is up to date/);
    } finally {
      await gateway.close();
      await receiver.close();
    }
  });

  it('invites a person by a link that signs in once, with the role of the invitation', async () => {
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      const admin = await sandboxVisitor(gateway.url, 'admin');
      const linkFor = async (role: string): Promise<string> => {
        const fields = { name: 'Ravi Rao', email: 'Ravi@air.example', role, once: randomUUID() };
        const { text } = await admin.post(`${MERCHANT}/people`, fields);
        return /console(\/sign-in\/link\/[^<]+)</.exec(text)?.[1] ?? '';
      };
      const first = await linkFor('viewer');
      const link = await linkFor('support');
      const ravi = consoleVisitor(gateway.url);
      assert.equal((await ravi.post(first)).status, 422, 'the later link ends the earlier one');
      assert.match((await ravi.get(link)).text, /signs you in once/);
      assert.equal((await ravi.post(link)).status, 303);
      assert.match((await ravi.get(MERCHANT)).text, /Ravi Rao<\/strong>, support/);
      assert.equal((await consoleVisitor(gateway.url).post(link)).status, 422, 'it signs in once');

      const people = (await admin.get(`${MERCHANT}/people`)).text;
      assert.equal(people.match(/ravi<wbr>@air\.example/g)?.length, 1);
      assert.match(
        (
          await admin.post(`${MERCHANT}/people`, {
            name: 'x',
            email: 'x',
            role: 'viewer',
            once: randomUUID(),
          })
        ).text,
        /invalid/,
      );
      assert.match(
        (await admin.post(`${MERCHANT}/people`, { name: 'x', email: 'x@x.example', role: 'operator' })).text,
        /Choose a role/,
      );
      const [, remove = ''] = /href="\/console([^"]+\/per_\w+\/remove)"/.exec(people) ?? [];
      const { text: question } = await admin.get(remove);
      for (const shown of ['Ravi Rao', 'support', 'Example Air']) assert.ok(question.includes(shown), shown);
      const { action = '', hidden } = formOf(question);
      await linkFor('finance');
      assert.match((await ravi.get(MERCHANT)).text, /Ravi Rao<\/strong>, finance/, 'a role counts at once');
      assert.equal((await ravi.get(`${MERCHANT}/developers`)).status, 403);
      assert.match((await admin.post(action, hidden)).text, /was changed to finance after you opened/);
      assert.equal((await ravi.get(MERCHANT)).status, 200);
      const again = formOf((await admin.get(remove)).text).hidden;
      for (const press of await Promise.all([admin.post(action, again), admin.post(action, again)]))
        assert.equal(press.headers.get('location'), `/console${MERCHANT}/people?done=removed`);
      assert.equal((await ravi.get(MERCHANT)).status, 401, 'the session ends with the person');
      assert.equal((await admin.get(remove)).status, 404);
      assert.match(
        (await admin.confirm(`${MERCHANT}/people/sandbox-admin/remove`)).text,
        /cannot remove yourself/,
      );
      const log = (await admin.get(`${MERCHANT}/audit`)).text;
      for (const text of ['console_person.invited', 'console_person.removed'])
        assert.ok(log.includes(text), text);
      assert.doesNotMatch(log, /ravi@|Ravi/);
    } finally {
      await gateway.close();
    }
  });

  it('signs nobody in with a token that the gateway did not create', async () => {
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      const stranger = consoleVisitor(gateway.url);
      for (const owner of ['%00', '%ff', 'nobody']) {
        const token = `${owner}.${'a'.repeat(43)}`;
        assert.equal((await stranger.post(`/sign-in/link/${encodeURIComponent(token)}`)).status, 422, owner);
        stranger.cookie = `console_session=${token}`;
        assert.equal((await stranger.get('')).status, 401, owner);
        stranger.cookie = '';
      }
    } finally {
      await gateway.close();
    }
  });

  it('changes keys, the brand, statements and retirements, each once however often a form is sent', async () => {
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      const visitor = await sandboxVisitor(gateway.url);
      const { orderId, secret } = await changeKeys(gateway.url, visitor);
      await changeBrand(visitor);
      const later = await closeStatement(gateway.url, visitor, orderId);
      await recordRetirement(later);
      const log = (await later.get(`${MERCHANT}/audit`)).text;
      for (const text of ['api_key.created', 'api_key.revoked', 'merchant.changed'])
        assert.ok(log.includes(text), text);
      for (const once of ['api_key.revoked', 'statement.paid', 'statement.unpaid', 'statement.closed'])
        assert.equal(log.split(once).length, 2, `${once} once`);
      assert.ok(!log.includes(secret));
      assert.match((await later.get('/audit')).text, /retirement\.recorded/);
    } finally {
      await gateway.close();
    }
  });

  it('adds one platform per form, however often it is sent', async () => {
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      const admin = await sandboxVisitor(gateway.url, 'admin');
      const listed = async (): Promise<{ ids: string[]; once: string }> => {
        const { text } = await admin.get(`${MERCHANT}/developers`);
        const [, once = ''] =
          /\/platforms"><input type="hidden" name="once" value="([^"]+)"/.exec(text) ?? [];
        return { ids: text.match(/plt_\w+/g) ?? [], once };
      };
      const path = `${MERCHANT}/developers/platforms`;
      const { ids: before, once } = await listed();
      const presses = [admin.post(path, { once }), admin.post(path, { once })];
      for (const press of [...(await Promise.all(presses)), await admin.post(path, { once })])
        assert.equal(press.headers.get('location'), `/console${MERCHANT}/developers?done=platform`);
      const { ids: added, once: next } = await listed();
      assert.equal(added.length, before.length + 1);
      await admin.post(path, { once: next });
      assert.equal((await listed()).ids.length, before.length + 2);
      assert.equal((await admin.post(path)).status, 422);
    } finally {
      await gateway.close();
    }
  });

  it('lists payments with their orders', async () => {
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      const caller = callerOf(gateway.url);
      const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1146 });
      const body = new URLSearchParams({ action: 'pay', card: TEST_CARDS.accepted });
      await caller.raw(new URL(json.payment_url).pathname, { method: 'POST', body });
      const visitor = await sandboxVisitor(gateway.url);
      const order = `href="/console${MERCHANT}/orders/${json.order_id}"`;
      for (const path of ['/money', '/money/payments']) {
        const { text } = await visitor.get(MERCHANT + path);
        assert.match(text, new RegExp(`${order}[^>]*>₹1,374\\.05</a>.*?Captured`, 's'), path);
      }
    } finally {
      await gateway.close();
    }
  });

  it('is not served if it is turned off', async () => {
    const environment = { GATEWAY_CONSOLE: '0' };
    const gateway = await startGateway({ databaseUrl: await database(), environment });
    assert.equal((await consoleVisitor(gateway.url).get('')).status, 404);
    await gateway.close();
  });
});
