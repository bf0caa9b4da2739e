import { sign } from '../signing/sign.ts';
import { type Check, expectRefusal } from './check.ts';
import { CALCULATE, FLIGHT } from './emissions.ts';
import { ORDERS } from './orders.ts';
import type { Caller } from './target.ts';

type Spoil = (caller: Caller, body: string) => Promise<Record<string, string | undefined>>;

const INVALID_CREDENTIALS: [string, Spoil][] = [
  ['no key', async () => ({ 'x-api-key': undefined })],
  ['an unknown key', async () => ({ 'x-api-key': 'nobody' })],
  ['no signature', async () => ({ 'x-body-signature': undefined })],
  ['an empty signature', async () => ({ 'x-body-signature': '' })],
  [
    'a signature of another body',
    async ({ target }) => ({ 'x-body-signature': await sign('{}', target.signingKey) }),
  ],
  [
    'a signature of the same JSON written otherwise',
    async ({ target }, body) => ({
      'x-body-signature': await sign(JSON.stringify(JSON.parse(body), null, 1), target.signingKey),
    }),
  ],
  [
    'a signature by another secret',
    async (_, body) => ({
      'x-body-signature': await sign(body, { scheme: 'hmac-sha256', secret: 'another' }),
    }),
  ],
];

const SIGNED: [string, string, string][] = [
  ['create order', ORDERS, '{"emission_amount":1}'],
  ['calculate', CALCULATE, JSON.stringify({ flights: [FLIGHT] })],
];

/** The interface does not specify the response to missing or invalid credentials. */
const basis = 'decision';

/** Checks of invalid credentials. */
export const credentialChecks: readonly Check[] = [
  ...SIGNED.flatMap(([operation, path, body]) =>
    INVALID_CREDENTIALS.map(
      ([name, spoil]): Check => ({
        group: 'credentials',
        claim: `${operation}: refuses ${name}`,
        basis,
        run: async (caller) =>
          expectRefusal(await caller.post(path, body, await spoil(caller, body)), 401, 403),
      }),
    ),
  ),
  ...(['absent', 'foreign'] as const).map(
    (kind): Check => ({
      group: 'credentials',
      claim: `calculate: refuses a platform id that is ${kind}`,
      basis,
      async run(caller) {
        const headers = { 'x-platform-id': kind === 'absent' ? undefined : 'nobody' };
        expectRefusal(await caller.post(CALCULATE, { flights: [FLIGHT] }, headers), 401, 403);
      },
    }),
  ),
  ...[ORDERS, 'marketplace/transactions/none'].flatMap((path) =>
    [undefined, { 'x-api-key': 'nobody' }].map(
      (headers): Check => ({
        group: 'credentials',
        claim: `GET ${path}: refuses ${headers ? 'an unknown' : 'no'} key`,
        basis,
        run: async (caller) =>
          expectRefusal(await caller.raw({ path, ...(headers && { headers }) }), 401, 403),
      }),
    ),
  ),
  {
    group: 'transaction',
    claim: 'refuses an identifier that is not known',
    basis: 'interface',
    run: async (caller) => expectRefusal(await caller.get('marketplace/transactions/none')),
  },
];
