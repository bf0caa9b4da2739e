import { setTimeout as wait } from 'node:timers/promises';
import type { Ledger } from './checker/facts.ts';
import type { Gateways } from './gateways.ts';
import { countUnrecorded, countWaiting } from './snapshot.ts';
import type { Store } from './stores.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Parameters for the end of a storm. */
interface Ending {
  /** Offset of the clock, milliseconds. */
  readonly skew: number;
  readonly ledger: () => Ledger | undefined;
}

/**
 * Drains the gateways, has `look` query them, and stops them: a running gateway would let an order expire, and report
 * it, while the store is read table by table. If one did so before it stopped, all of this is repeated.
 * @returns final offset of the clock, milliseconds.
 */
export async function bringToRest(
  store: Store,
  gateways: Gateways,
  { skew, ledger, look }: Ending & { readonly look: () => Promise<void> },
): Promise<number> {
  for (let clock = skew; ; ) {
    const drained = await drain(store, gateways, { skew: clock, ledger });
    clock = drained.skew;
    await look();
    await gateways.stop();
    // The checker reports what is stuck.
    if (drained.isStuck || (await countWaiting(store.url)) === 0) return clock;
    for (let index = 0; index < gateways.size; index += 1) await gateways.restart(index);
  }
}

/**
 * Lets every webhook go out and every payment become known: the clock moves past each wait of the schedules.
 * @returns its final offset, milliseconds, and whether something waits for longer than that.
 */
async function drain(
  store: Store,
  gateways: Gateways,
  { skew, ledger }: Ending,
): Promise<{ skew: number; isStuck: boolean }> {
  let clock = skew;
  for (let round = 0; round < 60; round += 1) {
    let before = Number.POSITIVE_INFINITY;
    for (;;) {
      const waiting = (await countWaiting(store.url)) + (await countUnrecorded(store.url, ledger()));
      if (waiting === 0) return { skew: clock, isStuck: false };
      if (waiting >= before) break;
      before = waiting;
      await wait(2500);
    }
    clock += round < 10 ? 10 * MINUTE : 3 * HOUR;
    gateways.setSkew(clock);
    // A restarted gateway polls at once, as after a restore, which saves waiting.
    if (round % 5 === 4) for (let index = 0; index < gateways.size; index += 1) await gateways.restart(index);
  }
  return { skew: clock, isStuck: true };
}
