import { topUp } from './top-up.ts';
import type { Allotting } from './until-allotted.ts';
import { type AllotmentKey, allotmentName } from './wanted.ts';

/** Tops up allotments ahead of the orders that will draw from them. */
export interface TopUpsAhead {
  /** Remembers allotments that have little free. */
  add(low: readonly AllotmentKey[]): void;
  /** Tops up the allotments that were added. @returns their number. */
  run(): Promise<number>;
}

/** Creates {@link TopUpsAhead} with nothing to top up. */
export function topUpsAhead({ db, now }: Allotting): TopUpsAhead {
  const due = new Map<string, AllotmentKey>();
  return {
    add(low) {
      for (const { merchant_id, lot } of low)
        due.set(allotmentName({ merchant_id, lot }), { merchant_id, lot });
    },
    async run() {
      let done = 0;
      for (const [name, key] of due) {
        due.delete(name);
        await topUp(db, { ...key, grams: 0 }, now());
        done += 1;
      }
      return done;
    },
  };
}
