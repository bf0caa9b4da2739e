import * as z from 'zod';

const account = z.string().trim().min(1).max(100);

/**
 * Accounts of the operator's books that the journal posts to, by what is posted there. An account that is not named
 * keeps the name of its field.
 */
export const accountsSchema = z.strictObject({
  /** The bank account that receives payouts. */
  bank: account.default('bank'),
  /** Contributions of travellers. */
  contributions: account.default('contributions'),
  refunds: account.default('refunds'),
  disputes: account.default('disputes'),
  /** What the provider keeps, excluding tax. */
  fees: account.default('fees'),
  /** Tax on the fees. */
  fee_tax: account.default('fee_tax'),
  /** Adjustments, such as reserves. */
  other: account.default('other'),
  /** Money that the gateway did not record, until somebody identifies it. */
  unmatched: account.default('unmatched'),
});

/** Accounts of the operator's books. */
export type Accounts = z.output<typeof accountsSchema>;
