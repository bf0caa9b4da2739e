import { setTimeout } from 'node:timers/promises';
import { Problem } from '../problem.ts';
import type { Database } from '../store/engine.ts';
import { giveUpFree } from './give-up.ts';
import { topUp } from './top-up.ts';
import { AllotmentShortError, sumsInOrder, type Wanted } from './wanted.ts';

/** The longest wait before a repetition, milliseconds. */
const MAX_WAIT_MS = 100;
/** Repetitions within about two seconds: whoever needs more may come back. */
const MAX_REPEATED = 40;

/** What a top-up needs of a gateway. */
export interface Allotting {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Runs a transaction that draws from allotments. Where one has too little free, it is topped up in a transaction of its
 * own, and the work is repeated: each repetition finds less left, until it is enough or none.
 * @throws Problem 50301 where other merchants took the same grams each time.
 */
export async function untilAllotted<T>(context: Allotting, work: () => Promise<T>): Promise<T> {
  for (let repeated = 0; ; repeated += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AllotmentShortError)) throw error;
      if (repeated === MAX_REPEATED) throw contended();
      // Two who take the last grams from each other must not meet again and again.
      if (repeated > 1) await setTimeout(Math.random() * Math.min(MAX_WAIT_MS, 2 ** repeated));
      for (const wanted of sumsInOrder(error.wanted)) await allot(context, wanted, error.drawn);
    }
  }
}

function contended(): Problem {
  const message =
    'Other orders are taking the last credits at this moment; nothing was changed. Repeat the request.';
  return new Problem(50301, message, { headers: { 'retry-after': '1' } });
}

/**
 * Tops up an allotment; where the lot has too little left, with free grams of other merchants' allotments.
 * @param drawn what the work draws: nobody loses it to others of the same work.
 */
async function allot({ db, now }: Allotting, wanted: Wanted, drawn: readonly Wanted[]): Promise<void> {
  const { lot } = wanted;
  const lacking = await topUp(db, wanted, now());
  if (lacking === 0) return;
  const ofLot = drawn.filter((one) => one.lot === lot);
  const kept = new Map(ofLot.map(({ merchant_id, grams }) => [merchant_id, grams]));
  if ((await giveUpFree(db, lot, lacking, kept)) > 0) await topUp(db, wanted, now());
}
