import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { createApiKey } from '../credentials/api-keys.ts';
import { createSealer } from '../credentials/seal.ts';
import { startGateway } from '../gateway.ts';
import { Problem } from '../problem.ts';
import { SANDBOX, SANDBOX_MASTER_KEY } from '../sandbox.ts';
import type { Database } from '../store/engine.ts';
import { openDatabase } from '../store/open-database.ts';
import { type Caller, callerOf } from '../testing/caller.ts';
import { type SharedPostgres, sharedPostgres } from '../testing/postgres.ts';
import {
  createRateLimiter,
  type Lease,
  type RateLimit,
  type RateLimiter,
  type RateLimitHeaders,
} from './rate-limit.ts';
import { sharedBudget } from './shared-budget.ts';

/** Whether a request is admitted. */
async function admits(limiter: RateLimiter, key = 'key'): Promise<boolean> {
  try {
    await limiter.take(key);
    return true;
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === 42901);
    assert.ok(Number(error.headers['retry-after']) > 0);
    return false;
  }
}

it('retry-after lasts to the end of the window, after which another begins', () => {
  let now = 0;
  const limiter = createRateLimiter({ requests: 1, windowSeconds: 1 }, () => now);
  limiter.take('key');
  now = 999;
  const headers = {
    ratelimit: '"default";r=0;t=1',
    'ratelimit-policy': '"default";q=1;w=1',
    'retry-after': '1',
  };
  assert.throws(() => limiter.take('key'), { code: 42901, headers });
  now = 1000;
  assert.equal((limiter.take('key') as RateLimitHeaders).ratelimit, headers.ratelimit);
});

it('a window that began before the clock was set back delays nobody', () => {
  let now = 3_600_000;
  const limiter = createRateLimiter({ requests: 1, windowSeconds: 60 }, () => now);
  limiter.take('key');
  now = 0;
  assert.equal((limiter.take('key') as RateLimitHeaders).ratelimit, '"default";r=0;t=60');
  assert.throws(() => limiter.take('key'), { code: 42901 });
});

describe('a budget leased in slices', () => {
  it('admits its budget and leases each slice once, however many requests wait', async () => {
    let leases = 0;
    const lease: Lease = async () => {
      leases += 1;
      return { granted: leases === 3 ? 0 : 10, left: Math.max(0, 20 - leases * 10), endsInMs: 60_000 };
    };
    const limiter = createRateLimiter({ requests: 20, windowSeconds: 60 }, () => 0, lease);
    const admitted = await Promise.all(Array.from({ length: 50 }, () => admits(limiter)));
    assert.equal(admitted.filter(Boolean).length, 20);
    assert.equal(leases, 2);
  });

  it('reports the rest of the whole budget, not of the slice', async () => {
    const lease: Lease = () => ({ granted: 5, left: 95, endsInMs: 60_000 });
    const limiter = createRateLimiter({ requests: 100, windowSeconds: 60 }, () => 0, lease);
    assert.equal((await limiter.take('key')).ratelimit, '"default";r=99;t=60');
  });

  it('fails a request if its lease fails, and leases again for the next request', async () => {
    let broken = true;
    const lease: Lease = async () => {
      if (broken) throw new Error('away');
      return { granted: 1, left: 0, endsInMs: 1000 };
    };
    const limiter = createRateLimiter({ requests: 1, windowSeconds: 1 }, () => 0, lease);
    await assert.rejects(async () => limiter.take('key'), /away/);
    broken = false;
    assert.equal(await admits(limiter), true);
  });
});

it('keeps a bounded number of windows, preferring those in use', async () => {
  const leases = new Map<string, number>();
  const lease: Lease = (key) => {
    leases.set(key, (leases.get(key) ?? 0) + 1);
    return { granted: 1000, left: 0, endsInMs: 60_000 };
  };
  const limiter = createRateLimiter({ requests: 1000, windowSeconds: 60 }, () => 0, lease);
  for (let network = 0; network < 25_000; network += 1) {
    await limiter.take(`network ${network}`);
    if (network % 100 === 0) await limiter.take('in use');
  }
  await limiter.take('network 0');
  assert.equal(leases.get('in use'), 1);
  assert.equal(leases.get('network 0'), 2, 'its window was given up');
});

describe('several processes on one PostgreSQL', { timeout: 600_000 }, () => {
  let server: SharedPostgres;
  let processes: Database[] = [];
  before(async () => {
    server = await sharedPostgres();
    const url = await server.createMigrated();
    processes = [1, 2, 3].map(() => openDatabase(url, { poolSize: 2 }));
  });
  after(async () => {
    await Promise.all(processes.map((db) => db.close()));
    await server.stop();
  });

  /** Creates one limiter per process, and counts the leases that they take from the database. */
  function limiters(limit: RateLimit): { readonly all: RateLimiter[]; leases: number } {
    const counted = { all: [] as RateLimiter[], leases: 0 };
    for (const db of processes) {
      const lease = sharedBudget(db, limit);
      const counting: Lease = (key) => {
        counted.leases += 1;
        return lease(key);
      };
      counted.all.push(createRateLimiter(limit, Date.now, counting));
    }
    return counted;
  }

  it('together admit exactly the limit', async () => {
    const { all } = limiters({ requests: 40, windowSeconds: 3600 });
    const takes = Array.from({ length: 150 }, (_, i) => admits(all[i % 3] as RateLimiter, 'exact'));
    assert.equal((await Promise.all(takes)).filter(Boolean).length, 40);
  });

  it('keep a large limit with at most 53 leases, less at most two unused slices', async () => {
    const counted = limiters({ requests: 5000, windowSeconds: 3600 });
    const takes = Array.from({ length: 9000 }, (_, i) => admits(counted.all[i % 3] as RateLimiter, 'large'));
    const admitted = (await Promise.all(takes)).filter(Boolean).length;
    assert.ok(admitted <= 5000 && admitted > 5000 - 2 * 100, String(admitted));
    assert.ok(counted.leases <= 50 + 3, String(counted.leases));
  });

  it('share the limit of a key, but not with another key', async () => {
    const databaseUrl = await server.createMigrated();
    const environment = { GATEWAY_RATE_LIMIT: '10', GATEWAY_RATE_WINDOW_SECONDS: '3600' };
    const gateways = [
      await startGateway({ databaseUrl, environment }),
      await startGateway({ databaseUrl, environment }),
    ];
    const callers = gateways.map(({ url }) => callerOf(url));
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => (callers[i % 2] as Caller).get('/offset-gateway/orders')),
    );
    assert.equal(responses.filter(({ status }) => status === 200).length, 10);
    for (const { status, json } of responses) if (status !== 200) assert.equal(json.error, 42901);
    const db = openDatabase(databaseUrl);
    const scheme = { scheme: 'hmac-sha256' } as const;
    const { apiKey } = await createApiKey(
      { db, sealer: createSealer(SANDBOX_MASTER_KEY) },
      SANDBOX.merchantId,
      scheme,
    );
    await db.close();
    const { status } = await (callers[0] as Caller).get('/offset-gateway/orders', { 'x-api-key': apiKey });
    assert.equal(status, 200, 'another key of the same merchant has a budget of its own');
    for (const gateway of gateways) await gateway.close();
  });

  it('keep the end that the first request set for a window', async () => {
    const limiter = limiters({ requests: 50, windowSeconds: 3600 }).all[0] as RateLimiter;
    const { kysely } = processes[0] as Database;
    const ends: unknown[] = [];
    for (const _ of [1, 2]) {
      assert.equal(await admits(limiter, 'steady'), true);
      ends.push((await sql`select ends_at from rate_windows where key = 'steady'`.execute(kysely)).rows[0]);
      await sql`select pg_sleep(0.01)`.execute(kysely);
    }
    assert.deepEqual(ends[1], ends[0]);
  });

  it('count keys separately, and renew the budget in the next window', async () => {
    const limit = { requests: 1, windowSeconds: 3600 };
    const [one, other] = limiters(limit).all as [RateLimiter, RateLimiter];
    assert.equal(await admits(one, 'a'), true);
    assert.equal(await admits(other, 'a'), false);
    assert.equal(await admits(other, 'b'), true);
    await sql`update rate_windows set ends_at = 0 where key = 'a'`.execute((processes[0] as Database).kysely);
    assert.equal(await admits(limiters(limit).all[2] as RateLimiter, 'a'), true);
    assert.equal(await admits(limiters(limit).all[1] as RateLimiter, 'a'), false);
  });

  it('end a window of a clock that was set back, and share the next one', async () => {
    const [one, other] = limiters({ requests: 1, windowSeconds: 3600 }).all as [RateLimiter, RateLimiter];
    assert.equal(await admits(one, 'ahead'), true);
    const { kysely } = processes[0] as Database;
    await sql`update rate_windows set ends_at = ends_at + 86400000 where key = 'ahead'`.execute(kysely);
    assert.equal(await admits(other, 'ahead'), true);
    assert.equal(
      await admits(limiters({ requests: 1, windowSeconds: 3600 }).all[2] as RateLimiter, 'ahead'),
      false,
    );
  });
});
