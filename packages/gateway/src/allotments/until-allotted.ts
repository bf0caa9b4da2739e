import { setTimeout } from 'node:timers/promises';
import { Problem } from '../problem.ts';
import type { Database } from '../store/engine.ts';
import { returnFreeToLot } from './return-to-lot.ts';
import { topUp } from './top-up.ts';
import { AllotmentShortError, sumsInOrder, type Wanted } from './wanted.ts';

/** The longest wait before a repetition, milliseconds. */
const MAX_WAIT_MS = 100;
/** Maximum repetitions, which take about two seconds: a caller who needs more may retry. */
const MAX_REPEATED = 40;

/** Dependencies of a top-up. */
export interface Allotting {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Runs a transaction that draws from allotments. If an allotment has too little free, it is topped up in its own
 * transaction and the work is repeated. Each repetition finds less left, until it suffices or nothing is left.
 * @throws Problem 50301 if other merchants took the same grams each time.
 */
export async function untilAllotted<T>(context: Allotting, work: () => Promise<T>): Promise<T> {
  for (let repeated = 0; ; repeated += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AllotmentShortError)) throw error;
      if (repeated === MAX_REPEATED) throw contended();
      // Two transactions that take the last grams from each other must not collide again and again.
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
 * Tops up an allotment; if the lot has too little left, with free grams of other merchants' allotments.
 * @param drawn all grams that the work draws: no merchant loses them to another in the same work.
 */
async function allot({ db, now }: Allotting, wanted: Wanted, drawn: readonly Wanted[]): Promise<void> {
  const { lot } = wanted;
  const lacking = await topUp(db, wanted, now());
  if (lacking === 0) return;
  const ofLot = drawn.filter((one) => one.lot === lot);
  const kept = new Map(ofLot.map(({ merchant_id, grams }) => [merchant_id, grams]));
  if ((await returnFreeToLot(db, lot, lacking, kept)) > 0) await topUp(db, wanted, now());
}
