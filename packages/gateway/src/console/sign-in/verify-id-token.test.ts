import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { SignJWT } from 'jose';
import { listenOnLoopback } from '../../testing/loopback.ts';
import { verifyIdToken } from './verify-id-token.ts';

it('refuses to read keys of an https provider over plain HTTP', async (t) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] });
  const keys = await listenOnLoopback(createServer((_, response) => void response.end(body)));
  t.after(() => keys.close());
  const idToken = await new SignJWT().setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
  await verifyIdToken(idToken, { issuer: 'http://id.example', jwks_uri: keys.url }, 'secret');
  await assert.rejects(
    verifyIdToken(idToken, { issuer: 'https://id.example', jwks_uri: keys.url }, 'secret'),
    /jwks_uri of the identity provider is not an https address/,
  );
});
