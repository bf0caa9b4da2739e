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
  const drained = await drain(store, gateways, { skew, ledger });
  await look();
  await gateways.stop();
  // The checker reports what is stuck.
  if (drained.isStuck || (await countWaiting(store.url)) === 0) return drained.skew;
  await restartAll(gateways);
  return await bringToRest(store, gateways, { skew: drained.skew, ledger, look });
}

async function restartAll(gateways: Gateways): Promise<void> {
  for (let index = 0; index < gateways.size; index += 1) await gateways.restart(index);
}

/** Waits as long as fewer and fewer webhooks and payments wait. @returns How many still do. */
async function untilStill(store: Store, ledger: Ending['ledger']): Promise<number> {
  let before = Number.POSITIVE_INFINITY;
  let waiting = await countAll(store, ledger);
  while (waiting > 0 && waiting < before) {
    await wait(2500);
    before = waiting;
    waiting = await countAll(store, ledger);
  }
  return waiting;
}

async function countAll({ url }: Store, ledger: Ending['ledger']): Promise<number> {
  return (await countWaiting(url)) + (await countUnrecorded(url, ledger()));
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
    if ((await untilStill(store, ledger)) === 0) return { skew: clock, isStuck: false };
    clock += round < 10 ? 10 * MINUTE : 3 * HOUR;
    gateways.setSkew(clock);
    // A restarted gateway polls at once, as after a restore, which saves waiting.
    if (round % 5 === 4) await restartAll(gateways);
  }
  return { skew: clock, isStuck: true };
}
