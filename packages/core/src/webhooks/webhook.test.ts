import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { KeyError } from '../signing/keys.ts';
import { WEBHOOK_VECTORS } from '../testing/data/signature-vectors.ts';
import { readWebhook } from './read-webhook.ts';
import { createWebhookSecret, webhookKey } from './secret.ts';
import { signWebhook, verifyWebhook, type WebhookFault } from './webhook.ts';

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const now = new Date('2026-12-14T10:00:00Z');
const body = '{"type":"order.completed","n":"₹ é"}';
const message = { id: 'msg_1', timestamp: now, body, secrets: [secret] };

describe('signing', () => {
  for (const vector of WEBHOOK_VECTORS) {
    it(vector.id, async () => {
      const timestamp = new Date(vector.timestamp * 1000);
      const headers = await signWebhook({
        id: vector.messageId,
        timestamp,
        body: vector.body,
        secrets: [vector.secret],
      });
      assert.equal(headers['webhook-signature'], vector.signature);
      const received = {
        headers: { ...headers },
        body: vector.body,
        secrets: [vector.secret],
        now: timestamp,
      };
      assert.deepEqual(await verifyWebhook(received), { id: vector.messageId, timestamp });
    });
  }

  it('standardwebhooks and svix accept our signatures, and we accept theirs', async () => {
    const current = { ...message, timestamp: new Date() };
    const headers = { ...(await signWebhook(current)) };
    new Webhook(secret).verify(body, headers);
    new SvixWebhook(secret).verify(body, headers);
    for (const library of [new Webhook(secret), new SvixWebhook(secret)]) {
      const theirs = { ...headers, 'webhook-signature': library.sign('msg_1', current.timestamp, body) };
      assert.equal((await verifyWebhook({ headers: theirs, body, secrets: [secret] })).id, 'msg_1');
    }
  });

  it('signs with every secret while one is rotated, and either verifies', async () => {
    const next = createWebhookSecret();
    const headers = new Headers({ ...(await signWebhook({ ...message, secrets: [next, secret] })) });
    assert.equal(headers.get('webhook-signature')?.split(' ').length, 2);
    for (const one of [secret, next]) await verifyWebhook({ headers, body, secrets: [one], now });
    await verifyWebhook({ headers, body, secrets: [createWebhookSecret(), secret], now });
  });
});

describe('refused, with a code', () => {
  const at = (seconds: number): string => String(now.getTime() / 1000 + seconds);
  const cases: [string, Record<string, string | string[] | undefined>, WebhookFault][] = [
    ['no id', { 'webhook-id': undefined }, 'missing_header'],
    ['no timestamp', { 'webhook-timestamp': undefined }, 'missing_header'],
    ['no signature', { 'webhook-signature': undefined }, 'missing_header'],
    ['an empty id', { 'webhook-id': '' }, 'missing_header'],
    ['header given twice', { 'webhook-id': ['a', 'b'] }, 'missing_header'],
    ['timestamp is no number', { 'webhook-timestamp': 'hello' }, 'bad_timestamp'],
    ['a unit before the timestamp', { 'webhook-timestamp': `s${at(0)}` }, 'bad_timestamp'],
    ['a unit after the timestamp', { 'webhook-timestamp': `${at(0)}s` }, 'bad_timestamp'],
    ['timestamp of 16 digits', { 'webhook-timestamp': '1'.repeat(16) }, 'bad_timestamp'],
    ['timestamp of 15 digits', { 'webhook-timestamp': '1'.repeat(15) }, 'too_new'],
    ['timestamp of one digit', { 'webhook-timestamp': '0' }, 'too_old'],
    ['301 s old', { 'webhook-timestamp': at(-301) }, 'too_old'],
    ['301 s ahead', { 'webhook-timestamp': at(301) }, 'too_new'],
    ['nonsense', { 'webhook-signature': 'v1,dawfeoifkpqwoekfpqoekf' }, 'bad_signature'],
    ['nothing after the version', { 'webhook-signature': 'v1,' }, 'bad_signature'],
    ['another version', { 'webhook-signature': `v2,${'A'.repeat(43)}=` }, 'bad_signature'],
    ['33 bytes', { 'webhook-signature': `v1,${'A'.repeat(44)}` }, 'bad_signature'],
    ['another id', { 'webhook-id': 'msg_2' }, 'bad_signature'],
    ['another time', { 'webhook-timestamp': at(1) }, 'bad_signature'],
  ];
  for (const [name, change, code] of cases) {
    it(name, async () => {
      const headers = { ...(await signWebhook(message)), ...change };
      await assert.rejects(verifyWebhook({ headers, body, secrets: [secret], now }), {
        name: 'WebhookError',
        code,
      });
    });
  }

  it('a valid signature that names another version', async () => {
    const headers = { ...(await signWebhook(message)) };
    const renamed = { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') };
    await assert.rejects(verifyWebhook({ headers: renamed, body, secrets: [secret], now }), {
      code: 'bad_signature',
    });
  });

  it('states the difference of the clocks', async () => {
    const headers = { ...(await signWebhook(message)) };
    for (const [ms, says] of [
      [400_000, /400 s behind.*300 s/],
      [-400_000, /400 s ahead of.*300 s/],
    ] as const) {
      const late = new Date(now.getTime() + ms);
      await assert.rejects(verifyWebhook({ headers, body, secrets: [secret], now: late }), says);
    }
  });

  it('at any age if the tolerance is NaN, as of a misspelt variable, or below 0', async () => {
    const headers = { ...(await signWebhook(message)) };
    const late = { headers, body, secrets: [secret], now: new Date(now.getTime() + 400_000) };
    for (const toleranceSeconds of [Number(undefined), -1])
      await assert.rejects(verifyWebhook({ ...late, toleranceSeconds }), /toleranceSeconds/);
  });

  it('accepts a valid signature among invalid ones', async () => {
    const headers = { ...(await signWebhook(message)) };
    headers['webhook-signature'] = `v1,bad v2,bad ${headers['webhook-signature']} v1,bad`;
    await verifyWebhook({ headers, body, secrets: [secret], now });
  });

  it('checks at most sixteen well-formed signatures, and skips malformed ones', async () => {
    const headers = { ...(await signWebhook(message)) };
    const good = headers['webhook-signature'];
    const after = (entry: string, times: number): Promise<unknown> =>
      verifyWebhook({
        headers: { ...headers, 'webhook-signature': `${`${entry} `.repeat(times)}${good}` },
        body,
        secrets: [secret],
        now,
      });
    const wrong = `v1,${'A'.repeat(43)}=`;
    await after('v1,A', 1_000);
    await after(wrong, 15);
    await assert.rejects(after(wrong, 16), { code: 'bad_signature' });
  });

  it('accepts a difference of 300 s either way', async () => {
    const headers = { ...(await signWebhook(message)) };
    for (const ms of [300_000, -300_000])
      await verifyWebhook({ headers, body, secrets: [secret], now: new Date(now.getTime() + ms) });
  });

  it('refuses to sign or verify without a secret', async () => {
    const headers = { ...(await signWebhook(message)) };
    await assert.rejects(verifyWebhook({ headers, body, secrets: [], now }), RangeError);
    await assert.rejects(signWebhook({ ...message, secrets: [] }), RangeError);
  });

  for (const id of ['', 'msg.1'])
    it(`refuses to sign the id "${id}": a dot would move the bounds of the signed parts`, async () => {
      await assert.rejects(signWebhook({ ...message, id }), RangeError);
    });

  it('a parsed body is refused with the reason', async () => {
    const headers = { ...(await signWebhook(message)) };
    await assert.rejects(
      verifyWebhook({ headers, body: JSON.parse(body), secrets: [secret], now }),
      /not a parsed object/,
    );
  });
});

describe('secrets', () => {
  const ofBytes = (count: number): string => `whsec_${Buffer.alloc(count, 7).toString('base64')}`;
  const good = [secret, secret.slice('whsec_'.length), createWebhookSecret(), ofBytes(24), ofBytes(64)];
  for (const one of good)
    it('are accepted with or without prefix, of 24 to 64 bytes', () =>
      assert.ok(webhookKey(one).length >= 24));
  it('have 32 random bytes when created', () => {
    assert.equal(webhookKey(createWebhookSecret()).length, 32);
    assert.notEqual(createWebhookSecret(), createWebhookSecret());
  });
  const bad = [
    '',
    'whsec_',
    'w',
    'whsec_%',
    'whsec_wronglength',
    'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=',
    'hwsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    ofBytes(23),
    ofBytes(65),
  ];
  for (const one of bad) {
    it(`${one || 'empty'} is refused, and is not in the message`, () => {
      assert.throws(
        () => webhookKey(one),
        (error) => error instanceof KeyError && (one.length < 8 || !error.message.includes(one)),
      );
    });
  }
});

describe('a web request', () => {
  const request = async (text: string | Uint8Array<ArrayBuffer> = body): Promise<Request> => {
    const headers = { ...(await signWebhook({ ...message, body: text })) };
    return new Request('https://merchant.example/', { method: 'POST', headers, body: text });
  };

  it('is read and verified in one call', async () => {
    const read = await readWebhook(await request(), { secrets: [secret], now });
    assert.deepEqual([read.id, read.json], ['msg_1', JSON.parse(body)]);
    assert.deepEqual(read.body, new TextEncoder().encode(body));
  });

  it('whose body was already read is refused with the fix', async () => {
    const used = await request();
    await used.json();
    await assert.rejects(readWebhook(used, { secrets: [secret], now }), /before any body parser/);
  });

  it('rightly signed but no JSON is refused by name', async () => {
    const notUtf8 = new Uint8Array([0x22, 0xff, 0x22]);
    for (const text of ['{', notUtf8])
      await assert.rejects(readWebhook(await request(text), { secrets: [secret], now }), { field: 'body' });
  });
});
