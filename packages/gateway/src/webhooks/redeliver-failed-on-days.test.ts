import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MERCHANT, openStore } from '../testing/store.ts';
import { InvalidDaysError, redeliverFailedOnDays } from './redeliver-failed-on-days.ts';

it('refuses to replay webhooks up to a day that is not in the calendar', async () => {
  const { db } = await openStore('sqlite::memory:');
  const failed = { merchantId: MERCHANT, from: '2026-02-28', to: '2026-02-31', limit: 10 };
  const replayed = redeliverFailedOnDays(db, failed, Date.UTC(2026, 3), { channel: 'cli', id: '' });
  await assert.rejects(replayed, InvalidDaysError);
  await db.close();
});
