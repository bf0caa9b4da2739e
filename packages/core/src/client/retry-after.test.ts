import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryAfterMs } from './retry-after.ts';

const now = Date.parse('Wed, 21 Oct 2015 07:27:00 GMT');

describe('Retry-After in milliseconds', () => {
  const cases: [string | null, number | undefined][] = [
    ['120', 120_000],
    ['120.1', 121_000],
    ['120.6', 121_000],
    ['120.0', 120_000],
    [' 5 ', 5_000],
    ['0', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 60_000],
    ['Wed, 21 Oct 2015 07:26:00 GMT', 0],
    ['Wednesday, 21-Oct-15 07:28:00 GMT', 60_000],
    ['invalid', undefined],
    ['-1', undefined],
    ['1e9', undefined],
    ['2015', 2_015_000],
    ['Wed, nonsense', undefined],
    ['', undefined],
    [null, undefined],
  ];
  it('reads a date without a zone as GMT in any zone of the machine', (t) => {
    const zone = process.env.TZ;
    t.after(() => {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    });
    process.env.TZ = 'America/St_Johns';
    assert.equal(retryAfterMs('Wed Oct 21 07:28:00 2015', now), 60_000);
  });

  for (const [value, expected] of cases) {
    it(String(value), () => assert.equal(retryAfterMs(value, now), expected));
  }
});
