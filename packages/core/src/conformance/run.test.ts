import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createFakeService, type FakeService } from '../testing/fake-service.ts';
import type { Basis } from './check.ts';
import { type CheckResult, runConformance } from './run.ts';
import { resultTable } from './table.ts';

function examineFake(
  fetch: FakeService['fetch'],
  secret = 'sandbox-secret',
  basis: Basis | 'all' = 'interface',
): Promise<CheckResult[]> {
  const baseUrl = 'https://fake.example';
  const signingKey = { scheme: 'hmac-sha256', secret } as const;
  const target = {
    baseUrl,
    emissionsUrl: baseUrl,
    apiKey: 'sandbox-key',
    signingKey,
    platformId: 'sandbox-platform',
  };
  return runConformance({ ...target, fetch: (input, init) => fetch(input, init) }, basis);
}

const failed = (results: CheckResult[]): string[] =>
  results.filter(({ passed }) => !passed).map(({ claim }) => claim);

it('the service in memory passes every check of the interface', async () => {
  const results = await examineFake(createFakeService().fetch);
  assert.deepEqual(failed(results), [], resultTable(results));
  assert.ok(results.length > 45, String(results.length));
});

it('checks that rest on a decision are marked so, and the service in memory passes most of them', async () => {
  const results = await examineFake(createFakeService().fetch, 'sandbox-secret', 'all');
  const decided = results.filter(({ basis }) => basis === 'decision');
  assert.ok(decided.length > 35, String(decided.length));
  const shown = ['credentials', /sorts by time/, /as pending/, /31 February/];
  for (const one of shown) {
    const found = decided.filter(({ group, claim }) =>
      typeof one === 'string' ? group === one : one.test(claim),
    );
    assert.ok(found.length > 0, String(one));
    assert.deepEqual(failed(found), []);
  }
});

it('refuses a URL without a scheme as a usage error before any check', () => {
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
  for (const [name, args] of [
    ['--base-url', ['--base-url', 'localhost:4010']],
    ['--emissions-url', ['--base-url', 'http://localhost:4010', '--emissions-url', 'localhost:4010']],
  ] as const) {
    const command = ['--conditions=source', '--no-warnings', cli, 'conformance', ...args];
    const { status, stderr } = spawnSync(
      process.execPath,
      [...command, '--key', 'a', '--platform', 'b', '--secret', 'c'],
      { encoding: 'utf8' },
    );
    assert.equal(status, 2);
    assert.ok(stderr.startsWith(`${name} must be a URL such as https://api.example.com or http://`), stderr);
  }
});

it('reports a response that a check cannot read as unreadable, not as missing', async () => {
  const odd: FakeService['fetch'] = async () => Response.json([null]);
  const results = await examineFake(odd);
  const unread = results.filter(({ actual }) => actual?.includes('could not read'));
  assert.match(failed(unread).join('\n'), /one result per flight/);
  assert.ok(results.every(({ actual }) => !actual?.includes('no response')));
});

describe('each fault is found', () => {
  type Change = (json: Record<string, never>) => unknown;
  /** A service whose successful responses to one operation are changed. */
  function changed(called: string, change: Change): FakeService['fetch'] {
    const { fetch } = createFakeService();
    return async (input, init) => {
      const response = await fetch(input, init);
      const { pathname } = new URL(String(input));
      if (!response.ok || `${init?.method} ${pathname}` !== called) return response;
      return Response.json(change(await response.json()), { status: response.status });
    };
  }
  const create = 'POST /offset-gateway/orders';
  const list = 'GET /offset-gateway/orders';
  const faults: [string, FakeService['fetch'], RegExp][] = [
    [
      'another amount',
      changed(create, (o) => ({ ...o, emission_amount: 1 })),
      /every field of a created order/,
    ],
    ['no payment_url', changed(create, ({ payment_url: _, ...o }) => o), /every field of a created order/],
    ['the same id again', changed(create, (o) => ({ ...o, order_id: 'same' })), /identifier of its own/],
    [
      'the order of a list turned',
      changed(list, (l: { orders?: unknown[] }) => ({ ...l, orders: l.orders?.toReversed() })),
      /sorts by time/,
    ],
    [
      'a page count as text',
      changed(list, (l: { metadata?: object }) => ({ ...l, metadata: { ...l.metadata, current_page: '1' } })),
      /metadata, overview/,
    ],
    [
      'results turned',
      changed('POST /api/calculate', (r: { toReversed?: () => unknown }) => r.toReversed?.()),
      /one result per flight/,
    ],
    [
      'a cabin left out',
      changed('POST /api/calculate', (results: { map?: (change: (one: object) => object) => unknown }) =>
        results.map?.((one) => ({ ...one, emissionsGramsPerPax: { economy: 1 } })),
      ),
      /four cabins/,
    ],
    [
      'kilograms',
      changed('POST /api/calculate', (results: { map?: (change: (one: object) => object) => unknown }) =>
        results.map?.((one) => ({
          ...one,
          emissionsGramsPerPax: { first: 3200, business: 2250, premiumEconomy: 840, economy: 560 },
        })),
      ),
      /four cabins in grams/,
    ],
  ];
  for (const [name, fetch, claim] of faults) {
    it(name, async () =>
      assert.match(failed(await examineFake(fetch, 'sandbox-secret', 'all')).join('\n'), claim),
    );
  }

  it('a list of orders alone, and each failure names the part that is missing', async () => {
    const fetch = changed(list, ({ orders }) => ({ orders }));
    const results = await examineFake(fetch, 'sandbox-secret', 'all');
    const actual = results.flatMap((result) => result.actual ?? []);
    assert.match(actual.join('\n'), /metadata is undefined/);
    assert.doesNotMatch(actual.join('\n'), /could not read/);
  });

  it('a service that accepts anything', async () => {
    const open: FakeService['fetch'] = async () => Response.json({ order_id: 'x', orders: [] });
    const claims = failed(await examineFake(open, 'sandbox-secret', 'all')).join('\n');
    assert.match(claims, /refuses no key/);
    assert.match(claims, /refuses limit=101/);
    assert.match(claims, /refuses a negative amount/);
  });

  it('a service that cannot be reached fails every claim, and the run ends', async () => {
    const cause = Object.assign(new Error(), { code: 'ECONNREFUSED' });
    const results = await examineFake(() => Promise.reject(new TypeError('fetch failed', { cause })));
    assert.deepEqual(
      new Set(results.map(({ actual }) => actual)),
      new Set(['no response (fetch failed: ECONNREFUSED)']),
    );
  });

  it('the wrong secret fails the claims that need a success', async () => {
    assert.match(failed(await examineFake(createFakeService().fetch, 'wrong')).join('\n'), /takes kgCO2/);
  });
});
