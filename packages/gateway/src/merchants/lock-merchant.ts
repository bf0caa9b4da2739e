import { locking } from '../store/sql/locking.ts';
import type { Tx } from '../store/transaction.ts';

/** Error message for a merchant that does not exist. */
export const noMerchantMessage = (id: string): string =>
  `There is no merchant ${id}; see: flight-offset-gateway merchants list`;

/** The merchant does not exist, or no longer does. */
export class NoMerchantError extends Error {
  override readonly name = 'NoMerchantError';
  readonly code = 'no_merchant';

  constructor(id: string) {
    super(noMerchantMessage(id));
  }
}

/**
 * Locks a merchant until the transaction ends: creations for it and its removal take turns. Its orders do not wait.
 * @returns whether it exists.
 */
export async function lockMerchantIfAny(tx: Tx, id: string): Promise<boolean> {
  const found = tx.selectFrom('merchants').select('id').where('id', '=', id);
  return (await locking(tx, found).executeTakeFirst()) !== undefined;
}

/** Like {@link lockMerchantIfAny}, for a merchant that must exist. @throws NoMerchantError */
export async function lockMerchant(tx: Tx, id: string): Promise<void> {
  if (!(await lockMerchantIfAny(tx, id))) throw new NoMerchantError(id);
}
