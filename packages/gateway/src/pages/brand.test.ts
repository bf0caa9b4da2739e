import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { openDatabase } from '../store/engine.ts';
import { callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { findBrandFault, isLogoUrl, isOrigin } from './brand.ts';

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
    // Hosts to `URL`, another directive or policy to a Content-Security-Policy.
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
      // As an earlier version could store it.
      await db.kysely.updateTable('merchants').set({ logo_url: 'https://[' }).execute();
      const caller = callerOf(gateway.url);
      const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1000 });
      const page = await caller.raw(new URL(json.payment_url).pathname);
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.text, /<img/);
    } finally {
      await db.close();
      await gateway.close();
    }
  });
});

describe('what of a brand is invalid', () => {
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
