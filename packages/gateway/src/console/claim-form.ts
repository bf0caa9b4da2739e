import { claimKeys } from '../idempotency/claim-idempotency-keys.ts';
import type { Tx } from '../store/transaction.ts';

/** A form of the console, as its page was rendered. */
export interface SentForm {
  /** Empty for a form of the gateway itself. */
  readonly merchantId: string;
  /** Name of the action, such as `retirement`. */
  readonly act: string;
  readonly once: string;
}

/** Claims a form for the transaction that carries it out. @returns false if the form was claimed before. */
export async function claimForm(tx: Tx, { merchantId, act, once }: SentForm, at: number): Promise<boolean> {
  // The API accepts only keys of one line, so no merchant's key can be the same.
  const claim = { merchantId, key: `console ${act}\n${once}`, bodyHash: '', response: '{}' };
  return (await claimKeys(tx, [claim], at)).size === 0;
}
