import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { MerchantRow } from '../store/schema.ts';
import { html, page, pageHeaders } from './page.ts';

it('a page cannot be framed, submits forms only to given origins, and runs a script only while it waits', () => {
  const { 'content-security-policy': policy, ...others } = pageHeaders({});
  assert.equal(
    policy,
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src data: 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  assert.deepEqual(others, {
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  });
  const formTargets = ['https://pay.example', 'https://air.example'];
  const more = pageHeaders({ formTargets, images: ['https://img.example'], waits: true });
  assert.equal(
    more['content-security-policy'],
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; font-src 'self'; img-src data: 'self' https://img.example; form-action 'self' https://pay.example https://air.example; base-uri 'none'; frame-ancestors 'none'",
  );
});

it('a page is not indexed, sends no referrer, escapes its texts, and shows only an https logo', async () => {
  const show = (logo_url: string): Promise<string> => {
    const merchant = { name: '<Air>', logo_url, accent: null } as MerchantRow;
    const content = html`<p>${'<b>'}</p>`;
    return page({ locale: { language: 'en', tag: 'en' }, title: 'Title', merchant, content });
  };
  const text = await show('https://air.example/logo.svg');
  for (const part of [
    '<meta name="robots" content="noindex">',
    '<meta name="referrer" content="no-referrer">',
    '<img class="logo" src="https://air.example/logo.svg" alt="">',
    '<p><bdi>&lt;Air&gt;</bdi></p>',
    '<p>&lt;b&gt;</p>',
  ])
    assert.ok(text.includes(part), part);
  assert.doesNotMatch(text, /<script/);
  assert.doesNotMatch(await show('http://air.example/logo.svg'), /<img/);
});
