import assert from 'node:assert/strict';
import test from 'node:test';
import { sign } from '@flight-offset/core/server';
import type { CheckoutError } from '../checkout-error.ts';
import { type QuoteClaims, quoteTokens } from './quote-token.ts';

const CLAIMS: QuoteClaims = {
  q: '0f8fad5b-d9cb-469f-a165-70867728950e',
  x: 1_900_000_000,
  f: ['ZRH-SFO LX38 2026-12-14'],
  t: [['economy', 'seat', 2]],
  g: 1_145_630,
  s: 1,
  m: [137_405, 'INR'],
  w: [true, 'भारत'],
};

const invalid = (problem: CheckoutError): boolean =>
  problem.code === 'quote_invalid' && problem.status === 400 && problem.field === 'token';

test('reading a token returns the claims it was issued for', async () => {
  const tokens = quoteTokens(['a secret of this test']);
  assert.deepEqual(await tokens.read(await tokens.issue(CLAIMS)), CLAIMS);
});

test('a token survives the rotation of secrets until the old one is dropped', async () => {
  const old = await quoteTokens(['the old secret']).issue(CLAIMS);
  assert.deepEqual(await quoteTokens(['the new secret', 'the old secret']).read(old), CLAIMS);
  await assert.rejects(quoteTokens(['the new secret']).read(old), invalid);
  const fresh = await quoteTokens(['the new secret', 'the old secret']).issue(CLAIMS);
  assert.deepEqual(await quoteTokens(['the new secret']).read(fresh), CLAIMS);
});

test('every change of a character is noticed', async () => {
  const tokens = quoteTokens(['a secret of this test']);
  const token = await tokens.issue(CLAIMS);
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
    if (changed !== token) await assert.rejects(tokens.read(changed), invalid, `character ${at}`);
  }
});

for (const token of [
  '',
  '.',
  '..',
  '...',
  'v1..',
  'v1.e30',
  'v2.e30.00',
  'v1.e30.zz',
  'v1.%%.00',
  'v1.e30.00.00',
]) {
  test(`"${token}" is no token`, async () => {
    await assert.rejects(quoteTokens(['a secret of this test']).read(token), invalid);
  });
}

test('refuses a token with anything after it', async () => {
  const tokens = quoteTokens(['a secret of this test']);
  await assert.rejects(tokens.read(`${await tokens.issue(CLAIMS)}.00`), invalid);
});

test('tokens of this version are read by later releases, and those of another one are not', async () => {
  const scheme = 'hmac-sha256';
  const secret = await sign('flight-offset quote token v1', { scheme, secret: 'a secret of this test' });
  const signed = async (version: string): Promise<string> => {
    const content = `${version}.e30`;
    return `${content}.${await sign(content, { scheme, secret })}`;
  };
  const tokens = quoteTokens(['a secret of this test']);
  assert.deepEqual(await tokens.read(await signed('v1')), {});
  await assert.rejects(tokens.read(await signed('v2')), invalid);
});

test('the first token to be issued reports a bad secret', async () => {
  const tokens = quoteTokens(['']);
  await new Promise((resolve) => setTimeout(resolve));
  await assert.rejects(tokens.issue(CLAIMS), /secret of hmac-sha256 is empty/);
});

test('refuses a token signed with the secret itself: its key is derived', async () => {
  const content = `v1.${btoa(JSON.stringify(CLAIMS).replace('भारत', 'in'))}`;
  const forged = await sign(content, { scheme: 'hmac-sha256', secret: 'a secret of this test' });
  await assert.rejects(quoteTokens(['a secret of this test']).read(`${content}.${forged}`), invalid);
});
