import * as z from 'zod';

const account = z.string().trim().min(1).max(100);

/**
 * Accounts of the operator's books, by the kind of money that the journal posts to them. Default of each: the name of
 * its field.
 */
export const accountsSchema = z.strictObject({
  /** The bank account that receives payouts. */
  bank: account.default('bank'),
  /** Contributions of travellers. */
  contributions: account.default('contributions'),
  refunds: account.default('refunds'),
  disputes: account.default('disputes'),
  /** Fees of the provider, excluding tax. */
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
