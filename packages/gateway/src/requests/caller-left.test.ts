import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { createApiKey } from '../credentials/api-keys.ts';
import { createTestApp } from '../testing/app.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import type { FailedRequest } from './failure-log.ts';

it('an export whose caller left before it was ready is in the log, but is no failed request', async () => {
  const store = await openStore('sqlite::memory:');
  const { apiKey } = await createApiKey(store, MERCHANT, { scheme: 'hmac-sha256' });
  const noted: FailedRequest[] = [];
  const lines: { status?: number }[] = [];
  const request = createTestApp(store, {
    failures: { record: (failure) => void noted.push(failure), close: async () => {} },
    log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  });
  const exportOrders = (query: string, signal: AbortSignal) =>
    request(`/offset-gateway/exports/orders.csv${query}`, { headers: { 'x-api-key': apiKey }, signal });
  await exportOrders('', AbortSignal.abort());
  await exportOrders('?status=x', new AbortController().signal);
  assert.deepEqual(
    lines.map(({ status }) => status),
    [400, 400],
  );
  assert.deepEqual(
    noted.map(({ code }) => code),
    [40003],
  );
  await store.db.close();
});
