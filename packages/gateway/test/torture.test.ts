import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { torture } from '../torture/torture.ts';

describe('a short torture', () => {
  let silent = 0;
  let retired = 0;
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`on ${engine}: nothing is lost or doubled, and every webhook is sent`, {
      timeout: 900_000,
    }, async (context) => {
      const { findings, oddities, ...figures } = await torture({
        engine,
        seed: 9,
        seconds: 10,
        merchants: 2,
      });
      context.diagnostic(JSON.stringify(figures));
      assert.deepEqual([...findings, ...oddities], []);
      assert.ok(
        figures.settled > 0 && figures.webhooks > 0,
        'a run in which nothing happened proves nothing',
      );
      // A kill of a gateway, its restart, broken connections, prices, retirements, three clocks, and faults of a store.
      assert.ok(Object.keys(figures.faults).length >= 9, `made ${Object.keys(figures.faults).join(', ')}`);
      silent += figures.silent;
      retired += figures.retired;
    });
  }

  // If a database was unavailable for most of one run, no webhook waits there.
  it('had webhooks wait for the endpoint which does not respond', () => {
    assert.ok(silent > 0);
  });

  // If all orders of a short run expired before they were paid, there is nothing to retire.
  it('had orders retired in one of the two runs', () => {
    assert.ok(retired > 0);
  });
});
