import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isOwnForm } from './origin.ts';

const HOME = { origin: 'https://pay.example', sandbox: false };
const SANDBOX = { origin: 'http://localhost:4010', sandbox: true };

const CASES: readonly [name: string, headers: Record<string, string>, home: typeof HOME, own: boolean][] = [
  ['the own origin', { origin: 'https://pay.example' }, HOME, true],
  [
    'the own origin, as the browser says too',
    { origin: 'https://pay.example', 'sec-fetch-site': 'same-origin' },
    HOME,
    true,
  ],
  ['no origin at all', {}, HOME, false],
  ['an opaque origin', { origin: 'null' }, HOME, false],
  ['another site', { origin: 'https://evil.example' }, HOME, false],
  ['the same name over plain HTTP', { origin: 'http://pay.example' }, HOME, false],
  ['another port', { origin: 'https://pay.example:8443' }, HOME, false],
  ['a subdomain', { origin: 'https://x.pay.example' }, HOME, false],
  ['a name that begins alike', { origin: 'https://pay.example.evil.example' }, HOME, false],
  [
    'a browser that says otherwise',
    { origin: 'https://pay.example', 'sec-fetch-site': 'cross-site' },
    HOME,
    false,
  ],
  [
    'a sibling of the same site',
    { origin: 'https://pay.example', 'sec-fetch-site': 'same-site' },
    HOME,
    false,
  ],
  [
    'loopback under another name, in a sandbox',
    { origin: 'http://127.0.0.1:4010', host: '127.0.0.1:4010' },
    SANDBOX,
    true,
  ],
  [
    'another port of loopback, in a sandbox',
    { origin: 'http://localhost:4030', host: 'localhost:4010' },
    SANDBOX,
    false,
  ],
  [
    'a name that leads to loopback, in a sandbox',
    { origin: 'http://evil.example:4010', host: 'evil.example:4010' },
    SANDBOX,
    false,
  ],
  ['loopback where money is real', { origin: 'http://localhost', host: 'localhost' }, HOME, false],
];

for (const [name, headers, home, own] of CASES) {
  it(`a form of ${name} is ${own ? 'taken' : 'refused'}`, () => {
    const request = new Request('http://here/console', { method: 'POST', headers });
    assert.equal(isOwnForm(request, home), own);
  });
}
