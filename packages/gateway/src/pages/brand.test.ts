import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { startGateway } from '../gateway.ts';
import { openDatabase } from '../store/open-database.ts';
import { callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { brandStyle, findBrandFault, isLogoUrl, isOrigin } from './brand.ts';
import { STYLE } from './style.ts';

describe('the URL of a logo', () => {
  for (const [text, valid] of [
    ['https://air.example/logo.svg', true],
    ['https://air.example:8443/logo.svg?v=2', true],
    ['https://[2001:db8::1]/logo.svg', true],
    ['https://bücher.example/logo.svg', true],
    ['http://air.example/logo.svg', false],
    ['https://[', false],
    ['https://', false],
    ['logo.svg', false],
    ['javascript:alert(1)', false],
    // `URL` takes these for hosts, but a Content-Security-Policy takes them for another directive or policy.
    ['https://x;sandbox/', false],
    ['https://x,default-src/', false],
    ['https://*/', false],
    ['https://user:password@air.example/logo.svg', false],
  ] as const)
    it(`${text} is ${valid ? '' : 'in'}valid`, () => assert.equal(isLogoUrl(text), valid));
});

describe('a return origin', () => {
  for (const [text, valid] of [
    ['https://air.example', true],
    ['http://localhost:4030', true],
    ['https://air.example/', false],
    ['https://air.example/path', false],
    ['https://x;sandbox', false],
    ['file:///', false],
    ['null', false],
    ['', false],
  ] as const)
    it(`${text} is ${valid ? '' : 'in'}valid`, () => assert.equal(isOrigin(text), valid));
});

onBothEngines('a merchant whose logo is not a URL', ({ database }) => {
  it('has a payment page without a logo', async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openDatabase(databaseUrl);
    try {
      // An earlier version could store this URL.
      await db.kysely.updateTable('merchants').set({ logo_url: 'https://[' }).execute();
      const caller = callerOf(gateway.url);
      const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1000 });
      const { pathname } = new URL(json.payment_url);
      const page = await caller.raw(pathname);
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.text, /<img|brand\.css/);
      const brand = { logo_url: 'https://img.example/logo.svg', accent: '#123456' };
      await db.kysely.updateTable('merchants').set(brand).execute();
      const { headers, text } = await caller.raw(pathname);
      assert.match(
        headers.get('content-security-policy') ?? '',
        / img-src data: 'self' https:\/\/img\.example;/,
      );
      for (const part of [`src="${brand.logo_url}"`, `<link rel="stylesheet" href="${pathname}/brand.css">`])
        assert.ok(text.includes(part), part);
    } finally {
      await db.close();
      await gateway.close();
    }
  });
});

onBothEngines("a merchant's accent", ({ database }) => {
  it('is served without reading the other data of the payment page', async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openDatabase(databaseUrl);
    try {
      await db.kysely.updateTable('merchants').set({ accent: '#123456' }).execute();
      const caller = callerOf(gateway.url);
      const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1000 });
      await sql`alter table refunds rename to no_more`.execute(db.kysely);
      const { pathname } = new URL(json.payment_url);
      const style = await caller.raw(`${pathname}/brand.css`);
      assert.equal(style.status, 200);
      assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
      assert.match(style.text, /--accent: #123456;/);
      assert.equal((await caller.raw(`${pathname.slice(0, -1)}/brand.css`)).json.error, 40401);
    } finally {
      await db.close();
      await gateway.close();
    }
  });
});

it('the URL of the font contains a hash of its content, since browsers keep it for ever', async () => {
  const gateway = await startGateway();
  const [path = '', hash] = /\/assets\/noto-sans-devanagari-(\w+)\.ttf/.exec(STYLE) ?? [];
  const response = await fetch(gateway.url + path);
  assert.match(response.headers.get('cache-control') ?? '', /immutable/);
  const digest = createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
  assert.equal(hash, digest.slice(0, 12));
  await gateway.close();
});

it('the style has a valid accent with the more readable text colour, and no invalid one', () => {
  for (const accent of [null, 'red', '#123', '#123456;} *{display:none', '#12345g', '#123456\n'])
    assert.equal(brandStyle({ accent }), '', String(accent));
  for (const [accent, on] of [
    ['#000000', '#ffffff'],
    ['#2346c7', '#ffffff'],
    ['#777777', '#000000'],
    ['#ffffff', '#000000'],
    ['#0f0000', '#ffffff'],
    ['#f00000', '#000000'],
    ['#000f00', '#ffffff'],
    ['#00f000', '#000000'],
    ['#0000ff', '#ffffff'],
  ] as const)
    assert.ok(
      brandStyle({ accent }).startsWith(`:root { --accent: ${accent}; --on-accent: ${on}; --off-accent: `),
      accent,
    );
});

describe('the invalid part of a brand', () => {
  const sound = {
    accent: '#2346c7',
    logoUrl: 'https://air.example/logo.svg',
    origins: ['https://air.example'],
  };
  for (const [brand, part] of [
    [{}, undefined],
    [sound, undefined],
    [{ ...sound, accent: 'red' }, 'accent'],
    [{ ...sound, logoUrl: 'http://air.example/logo.svg' }, 'logo'],
    [{ ...sound, origins: ['https://air.example', 'https://air.example/path'] }, 'origins'],
  ] as const)
    it(`${part ?? 'nothing'} of ${JSON.stringify(brand)}`, () =>
      assert.equal(findBrandFault(brand)?.part, part));
});
