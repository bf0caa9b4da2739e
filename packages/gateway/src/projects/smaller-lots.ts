import { ValidationError } from '@flight-offset/core';
import { readLotUse } from '../allotments/lot-use.ts';
import { returnFreeToLot } from '../allotments/return-to-lot.ts';
import type { Database } from '../store/engine.ts';
import type { Catalogue } from './catalogue.ts';

/** Repetitions: merchants may draw again what others have just returned. */
const MAX_REPEATED = 20;

/** Merchants have more of a lot than its new total. */
export class LotAllottedError extends Error {
  override readonly name = 'LotAllottedError';
  readonly code = 'lot_allotted';
}

/**
 * Repeats work that makes lots smaller, once merchants have returned the free grams of their allotments.
 * @throws ValidationError if orders hold more of a lot than its new total.
 * @throws LotAllottedError if merchants drew the returned grams, each time.
 */
export async function untilReturned<T>(
  db: Database,
  projects: Catalogue['projects'],
  work: () => Promise<T>,
): Promise<T> {
  const lots = projects.flatMap(({ lots }, project) =>
    lots.map(({ id, grams }, lot) => ({ id, grams, field: `projects[${project}].lots[${lot}].grams` })),
  );
  for (let repeated = 0; ; repeated += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LotAllottedError) || repeated === MAX_REPEATED) throw error;
      const use = new Map((await readLotUse(db.kysely)).map((one) => [one.id, one]));
      for (const { id, grams, field } of lots) {
        const { total, free, allottedFree } = use.get(id) ?? { total: 0, free: 0, allottedFree: 0 };
        const least = total - free;
        if (grams < least)
          throw new ValidationError(field, `must be at least ${least}: orders hold that much of ${id}`);
        await returnFreeToLot(db, id, Math.max(0, allottedFree - (grams - least)));
      }
    }
  }
}
