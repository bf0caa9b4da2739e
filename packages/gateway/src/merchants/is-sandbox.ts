import type { MerchantRow } from '../store/schema.ts';

/**
 * Whether pages and documents for a merchant say that no money moved: orders of the sandbox's merchant are kept where
 * the database later takes real payments.
 */
export function isSandbox(
  gateway: { readonly sandbox: boolean },
  merchant: Pick<MerchantRow, 'sandbox'>,
): boolean {
  return gateway.sandbox || merchant.sandbox === 1;
}
