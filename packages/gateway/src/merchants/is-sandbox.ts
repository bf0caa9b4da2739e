import type { MerchantRow } from '../store/schema.ts';

/**
 * Whether pages and documents for a merchant state that no money moved: orders of the sandbox's merchant are kept if
 * the database later takes real payments.
 */
export function isSandbox(
  gateway: { readonly sandbox: boolean },
  merchant: Pick<MerchantRow, 'sandbox'>,
): boolean {
  return gateway.sandbox || merchant.sandbox === 1;
}
