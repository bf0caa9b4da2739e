import type { Tx } from '../store/transaction.ts';
import type { Actor } from './actor.ts';
import { recordAudit } from './record.ts';

/** Action of an entry about erased names; `after.numbers` lists their entries. */
export const NAMES_ERASED = 'audit.names_erased';

/** Maximum numbers one entry lists. */
const MAX_LISTED = 1000;

/**
 * Erases the name of a person from the entries of one chain, and records which entries those are. The chain stays
 * whole: it never contained the name.
 * @returns the number of entries.
 */
export async function eraseName(
  tx: Tx,
  merchantId: string,
  name: string,
  by: Actor | undefined,
): Promise<number> {
  const rows = await tx
    .deleteFrom('audit_names')
    .where('merchant_id', '=', merchantId)
    .where('name', '=', name)
    .returning('number')
    .execute();
  const numbers = rows.map(({ number }) => number).sort((a, b) => a - b);
  // Without a name: people who erase themselves would be back in the log.
  const eraser: Actor = { channel: by?.channel ?? 'cli', id: by?.id ?? '' };
  for (let from = 0; from < numbers.length; from += MAX_LISTED) {
    const after = { numbers: numbers.slice(from, from + MAX_LISTED) };
    await recordAudit(tx, eraser, { merchantId, action: NAMES_ERASED, after });
  }
  return numbers.length;
}
