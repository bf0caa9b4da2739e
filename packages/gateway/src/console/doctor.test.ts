import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CheckContext } from '../operation/doctor/check.ts';
import { createDoctor } from './doctor.ts';

it('the checks run once a minute, however many look at them', async () => {
  let at = 0;
  // Without a database each check fails, which is a finding.
  const doctor = createDoctor({ now: () => at } as CheckContext);
  const first = await doctor();
  at = 59_999;
  assert.equal(await doctor(), first);
  at = 60_000;
  assert.notEqual(await doctor(), first);
});
