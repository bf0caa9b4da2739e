import assert from 'node:assert/strict';
import test from 'node:test';
import { checkOrigin } from './origin.ts';

const SHOP = 'https://shop.example';

/** Allowed, allowed as a foreign page, or refused. */
type Verdict = 'own' | 'foreign' | 'refused';

const CASES: readonly [
  name: string,
  headers: Record<string, string>,
  origins: string[],
  expected: Verdict,
][] = [
  ['no browser', {}, [], 'own'],
  ['own origin', { origin: 'https://merchant.example' }, [], 'own'],
  ['own host behind a proxy which ends TLS', { origin: 'http://merchant.example' }, [], 'own'],
  ['own origin by what the browser says', { 'sec-fetch-site': 'same-origin' }, [], 'own'],
  [
    'own page through a proxy that changes Host',
    { origin: SHOP, 'sec-fetch-site': 'same-origin' },
    [],
    'own',
  ],
  ['address typed by hand', { 'sec-fetch-site': 'none' }, [], 'own'],
  ['listed origin', { origin: SHOP, 'sec-fetch-site': 'cross-site' }, [SHOP], 'foreign'],
  ['any origin', { origin: 'https://any.example' }, ['*'], 'foreign'],
  ['no browser, where any page is allowed', {}, ['*'], 'own'],
  ['foreign origin', { origin: 'https://evil.example' }, [SHOP], 'refused'],
  ['other port', { origin: 'https://merchant.example:8443' }, [], 'refused'],
  ['listed name, other scheme', { origin: 'http://shop.example' }, [SHOP], 'refused'],
  ['listed name as a prefix', { origin: 'https://shop.example.evil.example' }, [SHOP], 'refused'],
  ['sister site without Origin', { 'sec-fetch-site': 'same-site' }, [SHOP], 'refused'],
  ['foreign site without Origin', { 'sec-fetch-site': 'cross-site' }, [SHOP], 'refused'],
  ['opaque origin', { origin: 'null' }, ['*'], 'refused'],
  ['no address at all', { origin: 'evil' }, [SHOP], 'refused'],
];

for (const [name, headers, origins, expected] of CASES) {
  test(`${name}: ${expected}`, () => {
    const request = new Request('https://merchant.example/offset/quote', { headers });
    const verdict = (): Verdict => (checkOrigin(request, origins) === undefined ? 'own' : 'foreign');
    if (expected === 'refused') assert.throws(verdict, { code: 'forbidden', status: 403 });
    else assert.equal(verdict(), expected);
  });
}
