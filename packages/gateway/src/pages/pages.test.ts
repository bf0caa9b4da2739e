import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { directionOf, LANGUAGES } from '@flight-offset/core';
import { compactVerify, createLocalJWKSet } from 'jose';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { returnUrl } from '../payment-page/return-url.ts';
import { TEST_CARDS } from '../providers/sandbox.ts';
import { openDatabase } from '../store/open-database.ts';
import { type Caller, type CallerResponse, callerOf } from '../testing/caller.ts';
import { brandStyle } from './brand.ts';
import { TEXTS } from './messages/texts.ts';

const BACK = 'http://localhost:4999/return?keep=1';

describe('the payment page', () => {
  let gateway: RunningGateway;
  let caller: Caller;
  before(async () => {
    gateway = await startGateway();
    caller = callerOf(gateway.url);
  });
  after(() => gateway.close());

  async function order(user: object = { name: '<b>Zoë</b> & Co' }): Promise<{ id: string; path: string }> {
    const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1146, user });
    assert.doesNotMatch(json.payment_url, new RegExp(json.order_id));
    return { id: json.order_id, path: new URL(json.payment_url).pathname };
  }
  const submit = (path: string, fields: Record<string, string>): Promise<CallerResponse> =>
    caller.raw(path, { method: 'POST', body: new URLSearchParams(fields) });
  const status = async (id: string): Promise<string> =>
    (await caller.get(`/offset-gateway/orders/${id}`)).json.status;

  it('shows what is bought, the payer, the project and the price, and escapes input', async () => {
    const { path } = await order();
    const { text, headers } = await caller.raw(path);
    for (const part of ['1.146 t CO₂e', '₹1,374.05', 'Sandbox wind, Tamil Nadu', 'SBX-1851', 'Example Air']) {
      assert.ok(text.includes(part), part);
    }
    assert.ok(text.includes('&lt;b&gt;Zoë&lt;/b&gt; &amp; Co'));
    const { notACancellation, sandboxNote, cardAccepted, cardRefused } = TEXTS.en;
    for (const part of [notACancellation, sandboxNote, cardAccepted, cardRefused])
      assert.ok(text.includes(part), part);
    assert.doesNotMatch(text, /<script|style=|onclick/);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
  });

  it('punctuates the description of a project as its language does', async () => {
    const { path } = await order();
    for (const [language, sentence] of [
      [
        'en',
        'from coal. \u2068Sandbox wind, Tamil Nadu, Sandbox Registry SBX-1851\u2069. India, vintage 2024',
      ],
      [
        'ja',
        '置き換わります。\u2068Sandbox wind, Tamil Nadu, Sandbox Registry SBX-1851\u2069。インド、2024年分',
      ],
      ['hi', 'लेती है। \u2068Sandbox wind, Tamil Nadu, Sandbox Registry SBX-1851\u2069। भारत, विंटेज 2024'],
      [
        'ar',
        'الفحم. \u2068Sandbox wind, Tamil Nadu, Sandbox Registry SBX-1851\u2069. الهند، سنة الإنتاج 2024',
      ],
    ])
      assert.ok((await caller.raw(`${path}?lang=${language}`)).text.includes(sentence!), language);
  });

  it('the accepted card completes the order, and the page shows the receipt and a link back with the order id', async () => {
    const { id, path } = await order();
    const page = `${path}?return_url=${encodeURIComponent(BACK)}`;
    const { status: code, headers } = await submit(page, { action: 'pay', card: TEST_CARDS.accepted });
    assert.equal(code, 303);
    assert.equal(headers.get('location'), page);
    assert.equal(await status(id), 'completed');
    const shown = await caller.raw(page);
    for (const part of [`"${path}/receipt.pdf?lang=en"`, `"${path}/receipt.jws"`, '"/retirements?lang=en"'])
      assert.ok(shown.text.includes(`href=${part}`), part);
    assert.ok(shown.text.includes(`${gateway.url}/.well-known/jwks.json`));
    const policy = shown.headers.get('content-security-policy') ?? '';
    assert.match(policy, /form-action 'self';/);
    assert.ok(shown.text.includes(`href="${BACK.replace('&', '&amp;')}&amp;order_id=${id}"`));
    assert.doesNotMatch(shown.text, /http-equiv/, 'the page does not redirect while it is read');
    assert.ok(shown.text.includes(TEXTS.en.creditsAllocated));
    assert.ok(!shown.text.includes(TEXTS.en.registryRetirement), 'paid is not retired');
    const late = await submit(page, { action: 'cancel' });
    assert.deepEqual(
      [late.status, late.headers.get('location')],
      [303, page],
      'the receipt is still to be seen',
    );
    assert.equal(await status(id), 'completed');
  });

  it('states place, vintage and label as the registry does, once its export is imported', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-facts-'));
    const url = `sqlite:${join(folder, 'gateway.sqlite')}`;
    const own = await startGateway({ databaseUrl: url });
    try {
      const { json } = await callerOf(own.url).post('/offset-gateway/orders', { emission_amount: 1 });
      const db = openDatabase(url);
      const order = await db.kysely.selectFrom('orders').select('project').executeTakeFirstOrThrow();
      const facts = {
        country: 'Viet Nam',
        type: 't',
        vintage_from: 2022,
        vintage_to: 2023,
        exported_on: '2026-04-13',
      };
      await db.kysely
        .insertInto('project_facts')
        .values({ project: order.project ?? '', ...facts, ccp_label_on: '2026-04-13' })
        .execute();
      await db.close();
      const { text } = await callerOf(own.url).raw(new URL(json.payment_url).pathname);
      assert.ok(
        text.includes('Viet Nam, vintage 2022–2023. Core Carbon Principles label, as of 13 April 2026'),
      );
    } finally {
      await own.close();
      await rm(folder, { recursive: true });
    }
  });

  it('a declined card may be tried again, on the same order', async () => {
    const { id, path } = await order();
    const declined = await submit(path, { action: 'pay', card: TEST_CARDS.refused });
    assert.equal(declined.status, 422);
    assert.ok(declined.text.includes(TEXTS.en.cardDeclined));
    assert.equal(await status(id), 'pending');
    const { headers } = await submit(path, { action: 'pay', card: TEST_CARDS.accepted });
    assert.equal(headers.get('location'), path);
    assert.equal(await status(id), 'completed');
  });

  it('an unknown card is refused, the form is shown again, and the order stays pending', async () => {
    const { id, path } = await order();
    const { status: code, text } = await submit(path, { action: 'pay', card: '1234' });
    assert.equal(code, 422);
    assert.match(text, /role="alert"/);
    assert.equal(await status(id), 'pending');
    assert.equal((await submit(path, {})).status, 200);
    assert.equal(await status(id), 'pending');
  });

  it('cancelling redirects to the merchant at once, and a later visit does not', async () => {
    const { id, path } = await order();
    const page = `${path}?return_url=${encodeURIComponent(BACK)}`;
    const { headers } = await submit(page, { action: 'cancel' });
    assert.equal(headers.get('location'), `${page}&from=cancel`);
    assert.equal(await status(id), 'failed');
    const cancelled = await caller.raw(`${page}&from=cancel`);
    assert.equal(cancelled.headers.get('refresh'), `0; url=${BACK}&order_id=${id}`);
    assert.ok(cancelled.text.includes(TEXTS.en.failedNote), 'for a browser that does not redirect');
    assert.equal(
      (await caller.raw(page)).headers.get('refresh'),
      null,
      'the page does not redirect while it is read',
    );
  });

  it('redirects nobody from an order that is not cancelled, whatever the query states', async () => {
    const { id, path } = await order();
    const page = `${path}?return_url=${encodeURIComponent(BACK)}&from=cancel`;
    assert.equal((await caller.raw(page)).headers.get('refresh'), null);
    await caller.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' });
    assert.equal((await caller.raw(page)).headers.get('refresh'), null);
  });

  it('shows payers who return from a provider the receipt, or that the payment is being confirmed', async () => {
    const { id, path } = await order();
    const page = `${path}?return_url=${encodeURIComponent(BACK)}&from=provider`;
    const link = `href="${BACK.replace('&', '&amp;')}&amp;order_id=${id}"`;
    const waiting = await caller.raw(page);
    assert.equal(waiting.status, 200);
    for (const part of [
      TEXTS.en.waitingNote,
      TEXTS.en.checkAgain,
      link,
      '<script type="module" src="/assets/poll-',
    ])
      assert.ok(waiting.text.includes(part), part);
    assert.match(
      waiting.headers.get('content-security-policy') ?? '',
      /script-src 'self'; connect-src 'self';/,
    );
    assert.doesNotMatch(waiting.text, /value="pay"/, 'no second payment is offered');
    await caller.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' });
    const { text } = await caller.raw(page);
    for (const part of [TEXTS.en.completed, TEXTS.en.receiptPdf, link]) assert.ok(text.includes(part), part);
    assert.doesNotMatch(text, /data-waits|<script/, 'it would be loaded again for ever');
  });

  it('of an order of 0 kg mentions no payment and no credits', async () => {
    const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 0 });
    const { text } = await caller.raw(new URL(json.payment_url).pathname);
    assert.ok(text.includes(TEXTS.en.completedFree));
    for (const part of [TEXTS.en.completed, TEXTS.en.completedAllocated])
      assert.ok(!text.includes(part), part);
  });

  it('cancelling fails the order, which can no longer be paid', async () => {
    const { id, path } = await order();
    await submit(path, { action: 'cancel' });
    assert.equal(await status(id), 'failed');
    assert.ok((await caller.raw(path)).text.includes(TEXTS.en.failedNote));
    const { status: code } = await submit(path, { action: 'pay', card: TEST_CARDS.accepted });
    assert.equal(code, 303);
    assert.equal(await status(id), 'failed', 'nothing is paid any more');
  });

  it('refuses a form that is much larger than its own', async () => {
    const body = '&=%ff'.repeat(1000);
    for (const path of [(await order()).path, '/pay/nobody'])
      assert.equal((await caller.raw(path, { method: 'POST', body })).status, 400);
  });

  it('links and redirects to no return URL of an unknown origin', async () => {
    const { path } = await order();
    const page = `${path}?return_url=${encodeURIComponent('https://evil.example/')}`;
    assert.doesNotMatch((await caller.raw(page)).text, /href="https:\/\/evil/);
    const { headers } = await submit(page, { action: 'cancel' });
    const location = headers.get('location') ?? '';
    assert.ok(location.startsWith(path));
    assert.equal((await caller.raw(location)).headers.get('refresh'), null);
  });

  for (const language of LANGUAGES) {
    it(`speaks ${language}, by its query or the browser's preference`, async () => {
      const { path } = await order();
      const [requested, preferred] = await Promise.all([
        caller.raw(`${path}?lang=${language}`, { headers: { 'accept-language': 'en' } }),
        caller.raw(path, { headers: { 'accept-language': `pt, ${language};q=0.5, *;q=0.1` } }),
      ]);
      assert.equal(
        requested.text.replaceAll(/\?lang=\w+/g, ''),
        preferred.text.replaceAll(/\?lang=\w+/g, ''),
      );
      const { text } = requested;
      assert.match(text, new RegExp(`<html lang="${language}" dir="${directionOf(language)}">`));
      for (const part of [TEXTS[language].notACancellation, `action="${path}?lang=${language}"`])
        assert.ok(text.includes(part), part);
      const others = [...text.matchAll(/hreflang="(\w+)"/g)].map(([, other]) => other);
      assert.deepEqual(
        others,
        LANGUAGES.filter((one) => one !== language),
      );
    });
  }

  it('formats money, masses and dates by the region of the locale', async () => {
    const { path } = await order();
    const cases: [tag: string, mass: string, price: string][] = [
      ['en', '1.146 t CO₂e', '₹1,374.05'],
      ['de', '1,146 t CO₂e', '1.374,05\u00a0₹'],
      ['de-AT', '1,146 t CO₂e', '₹\u00a01.374,05'],
      ['fr', '1,146 t de CO₂e', '1\u202f374,05\u00a0₹'],
      ['ar', '1.146 طن من CO₂e', '\u200f1,374.05\u00a0₹'],
      ['ja', '1.146 t CO₂e', '₹1,374.05'],
    ];
    for (const [tag, ...parts] of cases) {
      const { text } = await caller.raw(`${path}?lang=${tag}`);
      for (const part of parts) assert.ok(text.includes(part), `${tag}: ${part}`);
      assert.ok(text.includes(`<html lang="${tag}"`), tag);
    }
  });

  it('does not thank for a payment that is being refunded or was', async () => {
    const { id, path } = await order();
    await submit(path, { action: 'pay', card: TEST_CARDS.accepted });
    assert.equal((await caller.post(`/offset-gateway/orders/${id}/refunds`, {})).status, 201);
    const headings = new Set<string>();
    while (!headings.has(TEXTS.en.refundedTitle)) {
      const [, heading = ''] = /<h1>(.*)<\/h1>/.exec((await caller.raw(path)).text) ?? [];
      headings.add(heading);
      assert.ok([TEXTS.en.refundingTitle, TEXTS.en.refundedTitle].includes(heading), heading);
    }
  });

  it('a paid order has a receipt that the public keys verify, and an unpaid order has none', async () => {
    const { id, path } = await order({ name: 'Зоя' });
    assert.equal((await caller.raw(`${path}/receipt.jws`)).status, 404);
    await submit(path, { action: 'pay', card: TEST_CARDS.accepted });
    const { text: jws, headers: ofFile } = await caller.raw(`${path}/receipt.jws`);
    assert.deepEqual(
      ['content-type', 'content-disposition', 'x-robots-tag', 'cache-control'].map((name) =>
        ofFile.get(name),
      ),
      ['application/jose', `inline; filename="receipt-${id}.jws"`, 'noindex', 'no-store'],
    );
    const keys = (await caller.raw('/.well-known/jwks.json')).json;
    assert.equal(JSON.stringify(keys).includes('"d"'), false);
    const { payload } = await compactVerify(jws, createLocalJWKSet(keys));
    const claims = JSON.parse(new TextDecoder().decode(payload));
    assert.deepEqual(
      [claims.order_id, claims.amount, claims.carbon_credits, claims.refunded, claims.sandbox],
      [id, 1374.05, 1.146, false, true],
    );
    assert.doesNotMatch(JSON.stringify(claims), /Зоя/);
    const [head = '', body = '', signature = ''] = jws.split('.');
    const forged = `${head}.${body.slice(0, -2)}AA.${signature}`;
    await assert.rejects(compactVerify(forged, createLocalJWKSet(keys)));
  });

  for (const language of LANGUAGES) {
    it(`the PDF of a receipt in ${language} is tagged and has the fonts of its script`, async () => {
      const { id, path } = await order({ name: 'Zoë' });
      await submit(path, { action: 'pay', card: TEST_CARDS.accepted });
      const { headers, text } = await caller.raw(`${path}/receipt.pdf?lang=${language}`);
      assert.equal(headers.get('content-type'), 'application/pdf');
      assert.equal(headers.get('content-disposition'), `inline; filename="receipt-${id}.pdf"`);
      assert.equal(headers.get('x-robots-tag'), 'noindex', 'it names the payer');
      assert.ok(text.startsWith('%PDF-') && text.includes('/StructTreeRoot'));
      assert.match(text, new RegExp(`/Lang \\(${language}(-IN)?\\)`));
      const fonts = [...new Set(text.match(/NotoSansDevanagari|NotoSansArabic|BIZUDPGothic/g))].sort();
      const own = { ar: ['NotoSansArabic'], ja: ['BIZUDPGothic'] }[language as string] ?? [];
      assert.deepEqual(fonts, [...own, 'NotoSansDevanagari']);
    });
  }

  it('a missing receipt gets browsers a page, and programs an Error object', async () => {
    const { path } = await order();
    const page = await caller.raw(`${path}/receipt.pdf`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    assert.equal(page.status, 404);
    assert.ok(page.text.includes(TEXTS.en.noReceipt) && page.text.includes(`href="${path}?lang=en"`));
    const { status: code, json } = await caller.raw(`${path}/receipt.jws`);
    assert.deepEqual([code, json.error], [404, 40401]);
  });

  it('an unknown token gets 404', async () => {
    const { status: code, text } = await caller.raw(`/pay/${'x'.repeat(43)}`);
    assert.equal(code, 404);
    assert.ok(text.includes(TEXTS.en.notFound));
  });
});

describe('returning', () => {
  const merchant = { return_origins: '["https://air.example"]', sandbox: 0 };
  const cases: [requested: string, to: string | undefined][] = [
    ['https://air.example/back?x=1', 'https://air.example/back?x=1&order_id=o'],
    ['https://air.example/?order_id=other', 'https://air.example/?order_id=o'],
    ['https://air.example:444/', undefined],
    ['https://air.example.evil.example/', undefined],
    ['https://user@air.example/', undefined],
    ['http://air.example/', undefined],
    ['http://localhost:1/', undefined],
    ['javascript:alert(1)', undefined],
    ['//air.example', undefined],
  ];
  for (const [requested, to] of cases) {
    it(requested, () => assert.equal(returnUrl(requested, 'o', merchant)?.href, to));
  }
});

it('text on a merchant’s accent is black or white, whichever reads better', () => {
  assert.match(brandStyle({ accent: '#ffcc00' }), /--on-accent: #000000/);
  assert.match(brandStyle({ accent: '#2346c7' }), /--on-accent: #ffffff/);
  assert.equal(brandStyle({ accent: 'red;}' }), '');
});
