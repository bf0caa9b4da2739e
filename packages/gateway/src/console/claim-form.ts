import { claimKeys } from '../idempotency/claim-idempotency-keys.ts';
import type { Tx } from '../store/transaction.ts';

/** A form of the console, as its page was rendered. */
export interface SentForm {
  /** Empty for one of the gateway's own. */
  readonly merchantId: string;
  /** What it does. */
  readonly act: string;
  readonly once: string;
}

/** Claims a form for the transaction that does what it asks for. @returns false where that was done before. */
export async function claimForm(tx: Tx, { merchantId, act, once }: SentForm, at: number): Promise<boolean> {
  // The API takes keys of one line only, so that none which a merchant sends is the same.
  const claim = { merchantId, key: `console ${act}\n${once}`, bodyHash: '', response: '{}' };
  return (await claimKeys(tx, [claim], at)).size === 0;
}
