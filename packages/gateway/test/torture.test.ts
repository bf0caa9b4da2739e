import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { torture } from '../torture/torture.ts';

describe('a short torture', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`on ${engine}: nothing lost, nothing doubled, all notified`, { timeout: 300_000 }, async (context) => {
      const { findings, oddities, ...figures } = await torture({
        engine,
        seed: 9,
        seconds: 12,
        merchants: 2,
      });
      context.diagnostic(JSON.stringify(figures));
      assert.deepEqual([...findings, ...oddities], []);
      assert.ok(
        figures.settled > 0 && figures.notifications > 0,
        'a run in which nothing happened proves nothing',
      );
      assert.ok(Object.keys(figures.faults).length > 3);
      assert.ok(figures.silent > 0, 'no webhook waited for the endpoint which does not respond');
    });
  }
});
