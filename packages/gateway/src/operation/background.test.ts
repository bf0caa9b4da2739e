import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { repeat } from './background.ts';

const EVERY_MS = 1000;

/** Work whose runs end, and whose time passes, when the test says so. */
function stage({ mock }: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const runs: PromiseWithResolvers<number>[] = [];
  const faults: unknown[] = [];
  let ends = 0;
  const background = repeat({
    everyMs: EVERY_MS,
    work() {
      const run = Promise.withResolvers<number>();
      runs.push(run);
      return run.promise;
    },
    async end() {
      ends += 1;
    },
    fault: (error) => faults.push(error),
  });
  return {
    ...background,
    faults,
    begun: () => runs.length,
    ends: () => ends,
    /** @returns how many runs have begun by then. */
    async after(ms: number) {
      mock.timers.tick(ms);
      await setImmediate();
      return runs.length;
    },
    /** Ends the last run. @returns how many runs have begun by then. */
    async found(count: number | Error) {
      if (count instanceof Error) runs.at(-1)?.reject(count);
      else runs.at(-1)?.resolve(count);
      await setImmediate();
      return runs.length;
    },
  };
}

describe('work in the background', () => {
  it('begins in its own turn, continues at once while it finds something, and then repeats', async (t) => {
    const { after, found, begun } = stage(t);
    assert.equal(begun(), 0);
    assert.equal(await after(0), 1);
    assert.equal(await found(3), 2);
    assert.equal(await found(0), 2);
    assert.equal(await after(EVERY_MS - 1), 2);
    assert.equal(await after(1), 3);
  });

  it('reports a failure, and repeats as if it had found nothing', async (t) => {
    const { after, found, faults } = stage(t);
    await after(0);
    const failure = new Error('down');
    assert.equal(await found(failure), 1);
    assert.deepEqual(faults, [failure]);
    assert.equal(await after(EVERY_MS), 2);
  });

  it('runs at once when woken, or once more after the current run, never twice at a time', async (t) => {
    const { after, found, wake } = stage(t);
    await after(0);
    wake();
    wake();
    assert.equal(await after(EVERY_MS), 1);
    assert.equal(await found(0), 2);
    assert.equal(await found(0), 2);
    await after(EVERY_MS / 2);
    wake();
    assert.equal(await after(0), 3);
    assert.equal(await after(EVERY_MS), 3, 'the interval begins again');
    assert.equal(await found(0), 3);
    assert.equal(await after(EVERY_MS), 4);
  });

  it('ends after its current run when stopped, and begins no other, though it is woken', async (t) => {
    const { after, found, wake, stop, ends } = stage(t);
    await after(0);
    wake();
    let isStopped = false;
    const stopped = stop().then(() => {
      isStopped = true;
    });
    await after(0);
    assert.deepEqual([isStopped, ends()], [false, 0]);
    assert.equal(await found(1), 1);
    await stopped;
    assert.equal(ends(), 1);
    wake();
    assert.equal(await after(EVERY_MS), 1);
  });

  it('begins no run when stopped between two', async (t) => {
    const { after, found, stop } = stage(t);
    await after(0);
    await found(0);
    await stop();
    assert.equal(await after(EVERY_MS), 1);
  });
});
