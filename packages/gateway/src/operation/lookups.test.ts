import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { readConfig } from '../config.ts';
import { serve } from '../start.ts';
import { callerOf } from '../testing/caller.ts';
import { startPostgres } from '../testing/postgres.ts';
import { stripeDialect } from '../testing/provider-dialects.ts';
import { until } from '../testing/until.ts';
import { createSerialLookup, serializeLookups } from './lookups.ts';

/** A system's lookup that responds when the test says so. */
function quietSystem() {
  const underWay: { readonly hostname: string; respond(): void }[] = [];
  const lookup: LookupFunction = (hostname, _, callback) =>
    void underWay.push({ hostname, respond: () => callback(null, `address of ${hostname}`, 4) });
  const names = (): string[] => underWay.map(({ hostname }) => hostname);
  const respond = (): void => underWay.shift()?.respond();
  return { lookup: createSerialLookup(lookup, ['database.example']), names, respond };
}

describe('names that are looked up', () => {
  it('are looked up one at a time, and that of the database at once', () => {
    const { lookup, names, respond } = quietSystem();
    const found: string[] = [];
    for (const name of ['provider.example', 'issuer.example', 'collector.example', 'database.example'])
      lookup(name, {}, (_, address) => void found.push(String(address)));
    assert.deepEqual(names(), ['provider.example', 'database.example']);
    respond();
    assert.deepEqual(names(), ['database.example', 'issuer.example']);
    respond();
    respond();
    assert.deepEqual(names(), ['collector.example']);
    respond();
    assert.equal(found.length, 4);
    lookup('provider.example', {}, () => {});
    assert.deepEqual(names(), ['provider.example']);
  });

  it('are looked up once for all callers, each of whom continues in its own context', () => {
    const { lookup, names, respond } = quietSystem();
    const requests = new AsyncLocalStorage<number>();
    const found: unknown[] = [];
    for (const name of ['provider.example', 'database.example'])
      for (const request of [1, 2])
        requests.run(request, () =>
          lookup(name, {}, (_, address) => void found.push([requests.getStore(), address])),
        );
    assert.deepEqual(names(), ['provider.example', 'database.example']);
    respond();
    respond();
    assert.deepEqual(
      found,
      ['provider', 'database'].flatMap((name) =>
        [1, 2].map((request) => [request, `address of ${name}.example`]),
      ),
    );
  });

  it('are looked up one at a time after that of the database is found, too', () => {
    const { lookup, names, respond } = quietSystem();
    for (const name of ['database.example', 'provider.example', 'issuer.example']) lookup(name, {}, () => {});
    respond();
    assert.deepEqual(names(), ['provider.example']);
  });

  it('are looked up without options and by a promise, as Node does', async (t) => {
    const { lookup } = dns;
    t.after(() => {
      dns.lookup = lookup;
    });
    const byPromise = await promisify(lookup)('localhost');
    await serializeLookups(['postgres://database.example/gateway']);
    assert.notEqual(dns.lookup, lookup);
    assert.deepEqual(await promisify(dns.lookup)('localhost'), byPromise);
    const found = new Promise((resolve) => dns.lookup('localhost', (_, address) => resolve(address)));
    assert.equal(await found, byPromise.address);
  });

  it('are looked up after one that the system refuses at once', () => {
    const lookup = createSerialLookup((name, _, callback) => {
      if (name === 'refused.example') throw new TypeError('refused');
      callback(null, 'found', 4);
    }, []);
    const found: unknown[] = [];
    for (const name of ['refused.example', 'provider.example'])
      lookup(name, {}, (error, address) => void found.push(error?.message ?? address));
    assert.deepEqual(found, ['refused', 'found']);
  });

  it('are looked up separately for different options', () => {
    const { lookup, names, respond } = quietSystem();
    for (const all of [false, true]) lookup('provider.example', { all }, () => {});
    respond();
    assert.deepEqual(names(), ['provider.example']);
  });
});

it('orders continue while the look-up of the payment provider never ends', {
  timeout: 600_000,
}, async (t) => {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  const { lookup } = dns;
  // Like the system: two names at a time.
  const silent: (() => void)[] = [];
  let isSilent = true;
  dns.lookup = ((...[hostname, options, callback]: Parameters<LookupFunction>) => {
    const fail = (): void =>
      callback(Object.assign(new Error('none responds'), { code: 'EAI_AGAIN' }), '', 0);
    if (hostname !== 'provider.example') {
      if (!isSilent || silent.length < 2) lookup(hostname, options, callback as never);
    } else if (isSilent) silent.push(fail);
    else fail();
  }) as never;
  const environment = {
    ...stripeDialect.environment,
    GATEWAY_PROVIDER: 'stripe',
    GATEWAY_PROVIDER_API_URL: 'http://provider.example',
    DATABASE_URL: databaseUrl.replace('127.0.0.1', 'localhost'),
    GATEWAY_DATABASE_POOL_SIZE: '2',
    GATEWAY_PORT: '0',
    GATEWAY_LOG_LEVEL: 'silent',
  };
  const gateway = await serve(readConfig(environment, { sandbox: true }));
  let pays: Promise<unknown> | undefined;
  t.after(async () => {
    isSilent = false;
    for (const respond of silent) respond();
    await pays;
    await gateway.close();
    dns.lookup = lookup;
    await server.stop();
  });
  const { post, raw } = callerOf(gateway.url);
  const order = () => post('/offset-gateway/orders', { emission_amount: 1 });
  const orders = await Promise.all([order(), order(), order()]);
  const pages = orders.map(({ json }) => new URL(json.payment_url));
  const calls = t.mock.method(globalThis, 'fetch');
  const body = new URLSearchParams({ action: 'pay' });
  pays = Promise.all(pages.map(({ pathname }) => raw(pathname, { method: 'POST', body })));
  const toProvider = () =>
    calls.mock.calls.filter(({ arguments: [to] }) => String(to).includes('provider.example'));
  await until(() => toProvider().length === pages.length && silent.length > 0, 'lookups of the provider');
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'flight-offset-gateway'`,
  );
  await client.end();
  // Two may still get connections that have just ended.
  const statuses = [await order(), await order(), await order()].map(({ status }) => status);
  assert.ok(statuses.includes(201), String(statuses));
});
