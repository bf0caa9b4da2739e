import { holding } from '../store/sql/holding.ts';
import type { Tx } from '../store/transaction.ts';

/** Why nothing is done for a merchant that there is not. */
export const noMerchant = (id: string): string =>
  `There is no merchant ${id}; see: flight-offset-gateway merchants list`;

/** There is no such merchant, or no longer. */
export class NoMerchantError extends Error {
  override readonly name = 'NoMerchantError';
  readonly code = 'no_merchant';

  constructor(id: string) {
    super(noMerchant(id));
  }
}

/**
 * Holds a merchant until the transaction ends: what is made for it, and its removal, come one after the other. Its orders go on.
 * @returns whether there is one.
 */
export async function tryHoldMerchant(tx: Tx, id: string): Promise<boolean> {
  const found = tx.selectFrom('merchants').select('id').where('id', '=', id);
  return (await holding(tx, found).executeTakeFirst()) !== undefined;
}

/** As {@link tryHoldMerchant}. @throws NoMerchantError */
export async function holdMerchant(tx: Tx, id: string): Promise<void> {
  if (!(await tryHoldMerchant(tx, id))) throw new NoMerchantError(id);
}
