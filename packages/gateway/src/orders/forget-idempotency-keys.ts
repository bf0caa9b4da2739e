import type { OrderContext } from './context.ts';

/** How long the response to an idempotency key is kept: 48 hours, twice what is promised. */
export const KEEP_KEYS_MS: number = 48 * 60 * 60 * 1000;

/** Forgets idempotency keys nobody will repeat any more. @returns 0: there is nothing left to do at once. */
export async function forgetOldKeys({ db, now }: OrderContext): Promise<number> {
  await db.kysely
    .deleteFrom('idempotency')
    .where('created_at', '<', now() - KEEP_KEYS_MS)
    .execute();
  return 0;
}
