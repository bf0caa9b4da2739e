import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timeSpan } from '../time-span.ts';
import { openSharedClock, type SharedClock } from './shared-clock.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);

/** Clocks that a test sets to different times. */
interface Clocks {
  database: number | undefined;
  machine: number;
  steady: number;
  uptime: number;
}

async function open(
  hasDatabase: boolean,
): Promise<{ clocks: Clocks; clock: SharedClock; pass(ms: number): void }> {
  const clocks: Clocks = {
    database: hasDatabase ? START : undefined,
    machine: START,
    steady: 5,
    uptime: 70_000,
  };
  const clock = await openSharedClock({
    database: hasDatabase ? async () => clocks.database ?? 0 : undefined,
    machine: () => clocks.machine,
    steady: () => clocks.steady,
    uptime: () => clocks.uptime,
  });
  function pass(ms: number): void {
    if (clocks.database !== undefined) clocks.database += ms;
    clocks.machine += ms;
    clocks.steady += ms;
    clocks.uptime += ms;
  }
  return { clocks, clock, pass };
}

describe('the shared clock', () => {
  for (const hasDatabase of [true, false]) {
    const where = hasDatabase ? 'with a database that has a clock' : 'on SQLite';
    for (const jump of [25 * HOUR, -3 * HOUR]) {
      it(`${where}: a machine whose clock jumps ${timeSpan(jump)} changes nothing, before and after a check`, async () => {
        const { clocks, clock, pass } = await open(hasDatabase);
        clocks.machine += jump;
        pass(1000);
        assert.equal(clock.now(), START + 1000);
        const refused = await clock.check();
        assert.equal(refused === undefined, hasDatabase);
        assert.match(refused ?? 'jumped', /jumped/);
        pass(1000);
        assert.equal(clock.now(), START + 2000);
      });
    }

    it(`${where}: a small step and a drift are followed`, async () => {
      const { clocks, clock, pass } = await open(hasDatabase);
      clocks.machine += 20_000;
      if (hasDatabase) clocks.database = (clocks.database ?? 0) + 20_000;
      pass(30_000);
      assert.equal(await clock.check(), undefined);
      assert.equal(clock.now(), START + 50_000);
    });

    it(`${where}: the time for which the machine slept is added at a check`, async () => {
      const { clocks, clock, pass } = await open(hasDatabase);
      const { steady } = clocks;
      pass(8 * HOUR);
      clocks.steady = steady;
      assert.equal(clock.now(), START);
      assert.equal(await clock.check(), undefined);
      assert.equal(clock.now(), START + 8 * HOUR);
    });
  }

  it('a database whose clock jumps alone is not followed', async () => {
    const { clocks, clock } = await open(true);
    clocks.database = START + 25 * HOUR;
    assert.match((await clock.check()) ?? '', /the database's clock jumped 25 h ahead/);
    assert.equal(clock.now(), START);
  });

  it('a jump which the machine confirms is followed', async () => {
    const { clocks, clock } = await open(true);
    clocks.database = START + 25 * HOUR;
    clocks.machine = START + 25 * HOUR;
    assert.equal(await clock.check(), undefined);
    assert.equal(clock.now(), START + 25 * HOUR);
  });

  it('a delay while the time is read does not set the clock behind', async () => {
    let at = START;
    let steady = 0;
    let isHeldUp = true;
    function pass(ms: number): void {
      at += ms;
      steady += ms;
    }
    const clock = await openSharedClock({
      async database() {
        const read = at;
        if (isHeldUp) pass(40);
        isHeldUp = false;
        return read;
      },
      machine: () => at,
      steady: () => steady,
      uptime: () => steady,
    });
    assert.equal(clock.now(), at);
    isHeldUp = true;
    await clock.check();
    assert.equal(clock.now(), at);
  });
});
