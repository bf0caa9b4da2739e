import assert from 'node:assert/strict';
import { generateKeyPairSync, sign as nodeSign } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SIGNATURE_VECTORS, type SignatureVector } from '../testing/data/signature-vectors.ts';
import { fromBase64Url, fromHex } from './bytes.ts';
import {
  importHmac,
  importPrivate,
  KeyError,
  requireSigningKey,
  type SigningKey,
  type VerifyingKey,
} from './keys.ts';
import { sign, verify } from './sign.ts';

const bytes = (hex = ''): Uint8Array => fromHex(hex) ?? assert.fail('vector is not hexadecimal');

function keysOf(v: SignatureVector): [SigningKey, VerifyingKey] {
  if (v.scheme === 'ed25519') {
    const { scheme } = v;
    return [
      { scheme, privateKey: bytes(v.privateKeyHex) },
      { scheme, publicKey: bytes(v.publicKeyHex) },
    ];
  }
  const key = { scheme: v.scheme, encoding: v.encoding, secret: bytes(v.secretHex) };
  return [key, key];
}

const key = { scheme: 'hmac-sha256', secret: 'sandbox-secret' } as const;

describe('published vectors', () => {
  for (const vector of SIGNATURE_VECTORS) {
    it(vector.id, async () => {
      const [signing, verifying] = keysOf(vector);
      const body = bytes(vector.bodyHex);
      assert.equal(await sign(body, signing), vector.signature);
      assert.equal(await verify(body, vector.signature, verifying), true);
      assert.equal(await verify(new Uint8Array([...body, 0]), vector.signature, verifying), false);
    });
  }
});

describe('text that is no signature is false, never an error', () => {
  const cases: Record<string, (good: string) => string> = {
    empty: () => '',
    truncated: (good) => good.slice(0, 8),
    'odd length': (good) => good.slice(1),
    'a digit too many': (good) => `${good}0`,
    'upper case': (good) => good.toUpperCase(),
    'space before': (good) => ` ${good}`,
    'one multibyte character': (good) => `${good.slice(1)}é`,
    'all zeros': () => '0'.repeat(64),
    '44 base64 characters': () => 'A'.repeat(44),
    'another scheme': (good) => `sha256=${good}`,
  };
  for (const [name, spoil] of Object.entries(cases)) {
    it(name, async () => assert.equal(await verify('{}', spoil(await sign('{}', key)), key), false));
  }
  it('invalid base64 for a key pair', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const verifying = {
      scheme: 'ed25519',
      publicKey: publicKey.export({ format: 'jwk' }) as JsonWebKey,
    } as const;
    for (const text of ['', 'no base64', 'A'.repeat(87), 'A==='])
      assert.equal(await verify('{}', text, verifying), false);
  });
});

it('base64url has one spelling: no padding, and no characters of the other alphabet', () => {
  assert.deepEqual(fromBase64Url('-_8'), new Uint8Array([251, 255]));
  for (const text of ['+_8', '-/8', '-_8=', ' -_8', '-_8\n', '-_9'])
    assert.equal(fromBase64Url(text), undefined, JSON.stringify(text));
});

describe('bytes are signed as they are', () => {
  const same = '{"a":"é"}';
  const others = [`\ufeff${same}`, `${same}\n`, '{"a": "é"}', '{"a":"\\u00e9"}', '{"a":"é"}\r\n'];
  for (const other of others) {
    it(JSON.stringify(other), async () =>
      assert.equal(await verify(other, await sign(same, key), key), false),
    );
  }
  it('verifies any body and secret, and refuses any change of the body', async () => {
    const someBytes = fc.uint8Array({ maxLength: 200 });
    const secrets = fc.uint8Array({ minLength: 1, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(
        someBytes,
        secrets,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (body, secret, at, xor) => {
          const hmac = { scheme: 'hmac-sha512', encoding: 'base64', secret } as const;
          const signature = await sign(body, hmac);
          const changed =
            body.length === 0
              ? new Uint8Array([xor])
              : body.map((b, i) => (i === at % body.length ? b ^ xor : b));
          return (await verify(body, signature, hmac)) && !(await verify(changed, signature, hmac));
        },
      ),
      { numRuns: 200 },
    );
  });
  it('also as an ArrayBuffer', async () => {
    const { buffer } = new TextEncoder().encode(same);
    assert.equal(await sign(buffer as never, key), await sign(same, key));
  });
  it('refuses a parsed object with the reason', async () => {
    await assert.rejects(sign({ a: 1 } as never, key), /raw bytes or text as received, not a parsed object/);
  });
});

describe('keys', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ed = generateKeyPairSync('ed25519');
  const pem = (pair: typeof ed): { privateKey: string; publicKey: string } => ({
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  });
  const schemes = [
    ['rsa-sha256', rsa, 'sha256'],
    ['ed25519', ed, null],
  ] as const;
  for (const [scheme, pair, hash] of schemes) {
    it(`${scheme} from PEM and JWK, as another library signs it`, async () => {
      const { privateKey, publicKey } = pem(pair);
      const ours = await sign('{"n":1}', { scheme, privateKey });
      assert.equal(ours, nodeSign(hash, Buffer.from('{"n":1}'), pair.privateKey).toString('base64'));
      const jwk = { scheme, privateKey: pair.privateKey.export({ format: 'jwk' }) as JsonWebKey };
      assert.equal(await sign('{"n":1}', jwk), ours);
      const publicJwk = { scheme, publicKey: pair.publicKey.export({ format: 'jwk' }) as JsonWebKey };
      assert.equal(await verify('{"n":1}', ours, [{ scheme, publicKey }, publicJwk]), true);
      assert.equal(await verify('{"n":2}', ours, { scheme, publicKey }), false);
    });
  }

  it('cannot be exported from Web Crypto after import', async () => {
    const scheme = 'ed25519';
    const jwk = ed.privateKey.export({ format: 'jwk' });
    const raw = new Uint8Array(Buffer.from(jwk.d ?? '', 'base64url'));
    const imported = [importHmac(key)];
    for (const privateKey of [pem(ed).privateKey, jwk as JsonWebKey, raw])
      imported.push(importPrivate({ scheme, privateKey }));
    for (const one of imported) assert.equal((await one).extractable, false);
  });

  it('rotation: any of several secrets verifies', async () => {
    const old = { ...key, secret: 'old' };
    assert.equal(await verify('x', await sign('x', old), [key, old]), true);
    assert.equal(await verify('x', await sign('x', old), [key]), false);
    assert.equal(await verify('x', await sign('x', old), []), false);
  });

  it("the caller's own signer gets the exact bytes", async () => {
    assert.equal(await sign('é', (body) => `own:${body.length}`), 'own:2');
  });

  const { privateKey, publicKey } = pem(ed);
  const secretText = 'do-not-print-me';
  const jwkOf = (half: 'privateKey' | 'publicKey'): JsonWebKey =>
    ed[half].export({ format: 'jwk' }) as JsonWebKey;
  const wrong: [name: string, run: () => Promise<unknown>, says: RegExp][] = [
    ['empty secret', () => sign('', { ...key, secret: '' }), /^secret of hmac-sha256 is empty/],
    [
      'no secret, as of a misspelt variable',
      () => sign('', { ...key, secret: undefined } as never),
      /must be a string/,
    ],
    [
      'nothing to sign with',
      () => sign('', { scheme: 'ed25519', publicKey } as never),
      /^signing needs a secret or/,
    ],
    [
      'public PEM to sign with',
      () => sign('', { scheme: 'ed25519', privateKey: publicKey }),
      /begins with "BEGIN PRIVATE KEY"; found "BEGIN PUBLIC KEY"/,
    ],
    [
      'private PEM to verify with',
      () => verify('', 'AAAA', { scheme: 'ed25519', publicKey: privateKey }),
      /begins with "BEGIN PUBLIC KEY"; found "BEGIN PRIVATE KEY"/,
    ],
    [
      'PKCS #1',
      () =>
        sign('', {
          scheme: 'rsa-sha256',
          privateKey: rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
        }),
      /found "BEGIN RSA PRIVATE KEY"/,
    ],
    [
      'RSA key for Ed25519',
      () => sign('', { scheme: 'ed25519', privateKey: pem(rsa).privateKey }),
      /in PEM \(PKCS8\), JWK or raw bytes; this one cannot be read/,
    ],
    [
      'no PEM at all',
      () => sign('', { scheme: 'rsa-sha256', privateKey: secretText }),
      /found no PEM header/,
    ],
    [
      'PEM of no base64',
      () => sign('', { scheme: 'ed25519', privateKey: privateKey.replace('MC4C', 'MC4?') }),
      /^privateKey is not valid PEM/,
    ],
    [
      'raw bytes of the wrong length',
      () => sign('', { scheme: 'ed25519', privateKey: new Uint8Array(31) }),
      /raw bytes are 32 of Ed25519/,
    ],
    [
      'raw bytes for RSA',
      () => sign('', { scheme: 'rsa-sha256', privateKey: new Uint8Array(32) }),
      /raw bytes are 32 of Ed25519/,
    ],
    [
      'public JWK to sign with',
      () => sign('', { scheme: 'ed25519', privateKey: jwkOf('publicKey') }),
      /must be a private key, and this JWK is not/,
    ],
    [
      'private JWK to verify with',
      () => verify('', 'AAAA', { scheme: 'ed25519', publicKey: jwkOf('privateKey') }),
      /must be a public key, and this JWK is not/,
    ],
    [
      'a PEM label with digits',
      () => verify('', 'AAAA', { scheme: 'ed25519', publicKey: '-----BEGIN X509 CRL 2-----' }),
      /found "BEGIN X509 CRL 2"/,
    ],
    [
      'a JWK that is no key',
      () => sign('', { scheme: 'ed25519', privateKey: { ...jwkOf('privateKey'), d: secretText } }),
      /this one cannot be read/,
    ],
    ['secret alone', () => sign('', secretText as never), /^the key is no secret/],
    ['secret alone to verify with', () => verify('', '00', secretText as never), /^the key is no secret/],
    ['unknown scheme', () => sign('', { scheme: 'md5', privateKey } as never), /^scheme md5 is not known/],
    [
      'unknown HMAC scheme',
      () => sign('', { ...key, scheme: 'hmac-sha1' } as never),
      /^scheme hmac-sha1 is not known/,
    ],
    [
      'unknown HMAC scheme to verify with',
      () => verify('', '00', { ...key, scheme: 'hmac-sha1' } as never),
      /^scheme hmac-sha1 is not known/,
    ],
  ];
  for (const [name, run, says] of wrong) {
    it(`${name} is a KeyError with the reason, without key material`, async () => {
      await assert.rejects(run(), (error) => {
        assert.ok(error instanceof KeyError, String(error));
        assert.deepEqual([error.name, error.code], ['KeyError', 'invalid_key']);
        assert.match(error.message, says);
        assert.doesNotMatch(error.message, /do-not-print-me|MC4C|BEGIN PRIVATE KEY-----\n/);
        return true;
      });
    });
  }

  const SIGNS: [name: string, key: unknown, says?: RegExp][] = [
    ["the caller's own signer", () => ''],
    ['a secret', key],
    ['a private key', { scheme: 'ed25519', privateKey }],
    ['an empty secret', { ...key, secret: '' }, /is empty/],
    ['a text', secretText, /names no scheme/],
    ['nothing', null, /names no scheme/],
    ['a public key', { scheme: 'ed25519', publicKey }, /needs a secret or a privateKey/],
    ['a scheme of every object', { scheme: 'constructor', privateKey }, /scheme constructor is not known/],
    ['a secret for a scheme of every object', { ...key, scheme: 'constructor' }, /constructor is not known/],
  ];
  for (const [name, one, says] of SIGNS)
    it(`before any import, ${name} is ${says ? 'refused' : 'taken'}`, () => {
      const check = (): void => requireSigningKey(one as SigningKey);
      if (says) assert.throws(check, says);
      else check();
    });
});
