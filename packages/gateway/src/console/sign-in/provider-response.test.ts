/**
 * The response of an identity provider signs somebody in only if it is genuine: forged, repeated or mixed-up ones are
 * refused.
 */
import assert from 'node:assert/strict';
import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { type RunningGateway, startGateway } from '../../gateway.ts';
import { sandboxVisitor } from '../../testing/console-visitor.ts';
import { captureFaultLines } from '../../testing/fault-lines.ts';
import { type Loopback, listenOnLoopback } from '../../testing/loopback.ts';

const EMAIL = 'ana@air.example';
const RETURN = '/console/sign-in/provider/return';
const SECRET = 'a-secret-of-the-client';

/** Creates a signing key, and its public half as a provider publishes it. */
function newKey(): { readonly privateKey: KeyObject; readonly jwk: object } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) };
}

const [key, foreignKey] = [newKey(), newKey()];
/** The key that the provider publishes at its `jwks_uri`. */
let published = key.jwk;

/** Signs as `RS256` does. */
const rs256 = (content: string, by = key): Buffer => sign('sha256', Buffer.from(content), by.privateKey);
const hs256 = (content: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(content).digest();

/** Header and signature of an ID token. */
interface Signing {
  readonly header: object;
  readonly signature: (content: string) => Buffer;
}

const OWN: Signing = { header: { alg: 'RS256' }, signature: rs256 };
/** Signing of the next ID token. */
let signing = OWN;

let provider: Loopback;
let gateway: RunningGateway;
/** Changes the claims of the next ID token; undefined leaves a claim out. */
let stated: (claims: Record<string, unknown>) => Record<string, unknown> = (claims) => claims;
/** White space with which its responses begin. */
let padding = '';
const used = new Set<string>();

/** A code is the challenge and nonce of its sign-in: this provider keeps nothing else. */
const codeOf = (url: URL): string =>
  `${url.searchParams.get('code_challenge')}.${url.searchParams.get('nonce')}`;

function tokensFor(form: URLSearchParams): object | undefined {
  const code = form.get('code') ?? '';
  const [challenge, nonce] = code.split('.');
  const verifier = form.get('code_verifier') ?? '';
  if (createHash('sha256').update(verifier).digest('base64url') !== challenge || used.has(code))
    return undefined;
  used.add(code);
  const at = Math.floor(Date.now() / 1000);
  const own = { iss: provider.url, aud: 'console', sub: EMAIL, nonce, iat: at, exp: at + 60, auth_time: at };
  const parts = [signing.header, stated(own)].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const content = parts.join('.');
  const id_token = `${content}.${signing.signature(content).toString('base64url')}`;
  return { access_token: 'any', token_type: 'bearer', id_token };
}

before(async () => {
  const server = createServer(async (request, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(padding + JSON.stringify(body));
    };
    if (request.url === '/token') {
      const tokens = tokensFor(new URLSearchParams(await text(request)));
      return tokens ? send(200, tokens) : send(400, { error: 'invalid_grant' });
    }
    if (request.url === '/me') return send(200, { sub: EMAIL, email: EMAIL, email_verified: true });
    if (request.url === '/keys') return send(200, { keys: [published] });
    const [issuer, paths] = [
      provider.url,
      {
        authorization_endpoint: '/auth',
        token_endpoint: '/token',
        userinfo_endpoint: '/me',
        jwks_uri: '/keys',
      },
    ];
    const urls = Object.entries(paths).map(([name, path]) => [name, issuer + path]);
    send(200, {
      issuer,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      ...Object.fromEntries(urls),
    });
  });
  provider = await listenOnLoopback(server);
  const environment = {
    GATEWAY_OIDC_ISSUER: provider.url,
    GATEWAY_OIDC_CLIENT_ID: 'console',
    GATEWAY_OIDC_CLIENT_SECRET: SECRET,
  };
  gateway = await startGateway({ environment, log: captureFaultLines().log });
  const admin = await sandboxVisitor(gateway.url, 'admin');
  const fields = { name: 'Ana Souza', email: EMAIL, role: 'finance', once: randomUUID() };
  assert.equal((await admin.post('/merchants/sandbox-merchant/people', fields)).status, 200);
});
after(async () => {
  await gateway.close();
  await provider.close();
});

/** A sign-in that a browser began. */
interface Begun {
  readonly cookie: string;
  /** URL at the provider. */
  readonly url: URL;
}

async function begin(): Promise<Begun> {
  const { headers } = await fetch(`${gateway.url}/console/sign-in/provider`, { redirect: 'manual' });
  const cookie = headers.getSetCookie().map((one) => one.replace(/;.*/, ''));
  return { cookie: cookie.join('; '), url: new URL(headers.get('location') ?? '') };
}

/** Returns from the provider. @returns the status, and whether a session was opened. */
async function comeBack(
  { cookie, url }: Begun,
  changed: Record<string, string | undefined> = {},
): Promise<readonly [status: number, isSignedIn: boolean]> {
  const query = { code: codeOf(url), state: url.searchParams.get('state'), iss: provider.url, ...changed };
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const response = await fetch(`${gateway.url}${RETURN}?${new URLSearchParams(given)}`, {
    redirect: 'manual',
    headers: { cookie },
  });
  const isSignedIn = response.headers.getSetCookie().some((one) => /^console_session=[^;]/.test(one));
  return [response.status, isSignedIn];
}

const SIGNED_IN = [303, true] as const;
const REFUSED = [422, false] as const;

it('a response signs in once', async () => {
  const begun = await begin();
  assert.deepEqual(await comeBack(begun), SIGNED_IN);
  assert.deepEqual(await comeBack(begun), REFUSED);
});

it('a code issued for another sign-in is refused, with any state', async () => {
  const [attacker, victim] = [await begin(), await begin()];
  assert.deepEqual(await comeBack(victim, { code: codeOf(attacker.url) }), REFUSED);
  const foreign = { code: codeOf(attacker.url), state: attacker.url.searchParams.get('state') ?? '' };
  assert.deepEqual(await comeBack(victim, foreign), REFUSED);
  assert.deepEqual(await comeBack({ ...attacker, cookie: victim.cookie }), REFUSED);
  assert.deepEqual(await comeBack(victim), SIGNED_IN, 'none of it used up the own sign-in');
});

for (const [name, changed] of [
  ['no state', { state: undefined }],
  ['another state', { state: 'x'.repeat(43) }],
  ['no issuer, of a provider that states it', { iss: undefined }],
  ['the issuer of another provider', { iss: 'https://evil.example' }],
  ['no code', { code: undefined }],
] as const)
  it(`a response with ${name} is refused`, async () => {
    assert.deepEqual(await comeBack(await begin(), changed), REFUSED);
  });

it('a response of more than 1 MiB from the provider is refused', async (t) => {
  const [small, large] = [await begin(), await begin()];
  t.after(() => {
    padding = '';
  });
  padding = ' '.repeat(1_000_000);
  assert.deepEqual(await comeBack(small), SIGNED_IN);
  padding = ' '.repeat(1024 * 1024);
  assert.deepEqual(await comeBack(large), REFUSED);
});

const seconds = (): number => Math.floor(Date.now() / 1000);

for (const [name, claims, isTaken] of [
  ['the nonce of another sign-in', () => ({ nonce: 'x'.repeat(43) }), false],
  ['no nonce', () => ({ nonce: undefined }), false],
  ['another issuer', () => ({ iss: 'https://evil.example' }), false],
  ['another client', () => ({ aud: 'another' }), false],
  ['the account of another token', () => ({ sub: 'mallory@air.example' }), false],
  ['an end in the past', () => ({ exp: seconds() - 120 }), false],
  ['a password of an hour ago', () => ({ auth_time: seconds() - 3600 }), false],
  [
    'a clock that is twenty seconds slow',
    () => ({ iat: seconds() - 20, exp: seconds() - 10, auth_time: seconds() - 310 }),
    true,
  ],
  ['a clock that is twenty seconds fast', () => ({ iat: seconds() + 20, nbf: seconds() + 20 }), true],
] as const)
  it(`an ID token with ${name} ${isTaken ? 'signs in' : 'is refused'}`, async (t) => {
    stated = (own) => ({ ...own, ...claims() });
    t.after(() => {
      stated = (own) => own;
    });
    assert.deepEqual(await comeBack(await begin()), isTaken ? SIGNED_IN : REFUSED);
  });

for (const [name, changed, isTaken] of [
  ['the key of somebody else', { signature: (content) => rs256(content, foreignKey) }, false],
  [
    'a key that it brings along',
    { header: { alg: 'RS256', jwk: foreignKey.jwk }, signature: (content) => rs256(content, foreignKey) },
    false,
  ],
  ['nothing', { signature: () => Buffer.alloc(0) }, false],
  ['no algorithm', { header: { alg: 'none' }, signature: () => Buffer.alloc(0) }, false],
  [
    'the secret of the client',
    { header: { alg: 'HS256' }, signature: (content) => hs256(content, SECRET) },
    true,
  ],
  [
    'the public key as a secret',
    { header: { alg: 'HS256' }, signature: (content) => hs256(content, JSON.stringify(key.jwk)) },
    false,
  ],
] as const satisfies readonly (readonly [string, Partial<Signing>, boolean])[])
  it(`an ID token signed with ${name} ${isTaken ? 'signs in' : 'is refused'}`, async (t) => {
    signing = { ...OWN, ...changed };
    t.after(() => {
      signing = OWN;
    });
    assert.deepEqual(await comeBack(await begin()), isTaken ? SIGNED_IN : REFUSED);
  });

it('a key that the provider has replaced is refused, and the new one accepted, at the next sign-in', async (t) => {
  assert.deepEqual(await comeBack(await begin()), SIGNED_IN);
  published = foreignKey.jwk;
  t.after(() => {
    published = key.jwk;
    signing = OWN;
  });
  assert.deepEqual(await comeBack(await begin()), REFUSED);
  signing = { ...OWN, signature: (content) => rs256(content, foreignKey) };
  assert.deepEqual(await comeBack(await begin()), SIGNED_IN);
});
