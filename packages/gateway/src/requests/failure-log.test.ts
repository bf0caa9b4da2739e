import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import type { Database } from '../store/engine.ts';
import type { FailedRequestRow } from '../store/schema.ts';
import { openFailureLog } from './failure-log.ts';

const HOUR_MS = 3_600_000;

it('stores at most 3600 failed requests per merchant and hour, and warns once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stored: FailedRequestRow[] = [];
  const values = (rows: readonly FailedRequestRow[]) => ({ execute: async () => void stored.push(...rows) });
  const db = { kysely: { insertInto: () => ({ values }) } } as unknown as Database;
  const warnings: string[] = [];
  const log = openFailureLog(db, pino({ level: 'warn' }, { write: (line) => void warnings.push(line) }));
  const fail = (merchant_id: string, at: number): void =>
    log.record({
      ...{ merchant_id, at, request_id: 'r', method: 'GET', route: '/', message: 'Too many requests.' },
      ...{ status: 429, code: 42901, duration_ms: 1 },
    });
  const storedOf = (merchant: string) => stored.filter((row) => row.merchant_id === merchant).length;

  for (let second = 0; second < 50; second += 1) {
    for (let times = 0; times < 100; times += 1) fail('broken', second * 1000);
    t.mock.timers.tick(1000);
  }
  assert.equal(storedOf('broken'), 3600);
  assert.equal(warnings.filter((line) => line.includes('"merchant":"broken"')).length, 1);
  fail('neighbour', HOUR_MS - 1);
  fail('broken', HOUR_MS);
  await log.close();
  assert.deepEqual([storedOf('broken'), storedOf('neighbour')], [3601, 1]);
});
