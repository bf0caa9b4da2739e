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

/** Claims a form for the transaction that carries it out. @returns false if that was done before. */
export async function claimForm(tx: Tx, { merchantId, act, once }: SentForm, at: number): Promise<boolean> {
  // The API takes only keys of one line, so no merchant's key can be the same.
  const claim = { merchantId, key: `console ${act}\n${once}`, bodyHash: '', response: '{}' };
  return (await claimKeys(tx, [claim], at)).size === 0;
}
