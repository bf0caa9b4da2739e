import { exponentOf, isCurrency, type Money } from '@flight-offset/core';
import type { ProviderName } from '../config-schema.ts';
import { ProviderError } from './provider-error.ts';

/** Whether a provider accepts only the first two of three decimals. */
const TAKES_TWO_DECIMALS: Readonly<Record<string, boolean>> = {
  sandbox: false,
  stripe: true,
  razorpay: true,
  none: false,
} satisfies Record<ProviderName, boolean>;

/**
 * Returns the minor units of which an amount must be a multiple, so that a provider accepts or refunds it: Stripe and
 * Razorpay accept the first two of three decimals, and Stripe knows no fractions of the ariary. 1 if any amount will
 * do.
 * @see https://docs.stripe.com/currencies#special-cases
 * @see https://razorpay.com/docs/api/payments/payment-links/create-standard/
 * @example
 * payableStep('stripe', 'KWD'); // 10
 */
export function payableStep(provider: string, currency: string): number {
  if (provider === 'stripe' && currency === 'MGA') return 100;
  if (!TAKES_TWO_DECIMALS[provider]) return 1;
  // A provider's records may hold money in currencies that are no longer in use.
  return isCurrency(currency) && exponentOf(currency) === 3 ? 10 : 1;
}

/** @throws ProviderError, without a call, if the provider cannot accept such an amount. */
export function requirePayable(provider: string, operation: string, { currency, amount_minor }: Money): void {
  const step = payableStep(provider, currency);
  if (amount_minor % step === 0) return;
  const code = `${amount_minor} minor units of ${currency} are no multiple of ${step}`;
  throw new ProviderError(provider, operation, { code });
}

/**
 * Returns the minimum amount of a refund, minor units: Razorpay refuses a refund of less than a rupee or a ringgit.
 * @see https://razorpay.com/docs/api/refunds/create-normal
 * @example
 * leastRefund('razorpay', 'INR'); // 100
 */
export function leastRefund(provider: string, currency: string): number {
  return provider === 'razorpay' && (currency === 'INR' || currency === 'MYR') ? 100 : 1;
}

/** @throws ProviderError, without a call, if the provider cannot refund such an amount. */
export function requireReturnable(provider: string, money: Money): void {
  requirePayable(provider, 'refund', money);
  const least = leastRefund(provider, money.currency);
  if (money.amount_minor >= least) return;
  const code = `${money.amount_minor} minor units of ${money.currency} are less than ${least}`;
  throw new ProviderError(provider, 'refund', { code });
}
