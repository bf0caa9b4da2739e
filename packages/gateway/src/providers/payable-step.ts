import { exponentOf, isCurrency, type Money } from '@flight-offset/core';
import type { ProviderName } from '../config-schema.ts';
import { ProviderError } from './provider-error.ts';

/** Amounts that a provider accepts; by currency if they differ. */
interface AmountRules {
  /** Whether it accepts only the first two of three decimals. */
  readonly twoDecimals: boolean;
  /** Accepts only multiples of this, minor units. */
  readonly step: Readonly<Record<string, number>>;
  /** Minimum of a refund, minor units; 1 if none is named. */
  readonly leastRefund: Readonly<Record<string, number>>;
}

const ANY: AmountRules = { twoDecimals: false, step: {}, leastRefund: {} };

const BY_PROVIDER: Readonly<Record<ProviderName, AmountRules>> = {
  sandbox: ANY,
  stripe: { twoDecimals: true, step: { MGA: 100 }, leastRefund: {} },
  razorpay: { twoDecimals: true, step: {}, leastRefund: { INR: 100, MYR: 100 } },
  none: ANY,
};
// A map, not an object: an order may name a provider that no longer exists.
const RULES: ReadonlyMap<string, AmountRules> = new Map(Object.entries(BY_PROVIDER));

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
  const { step, twoDecimals } = RULES.get(provider) ?? ANY;
  if (step[currency] !== undefined) return step[currency];
  if (!twoDecimals) return 1;
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
  return (RULES.get(provider) ?? ANY).leastRefund[currency] ?? 1;
}

/** @throws ProviderError, without a call, if the provider cannot refund such an amount. */
export function requireRefundable(provider: string, money: Money): void {
  requirePayable(provider, 'refund', money);
  const least = leastRefund(provider, money.currency);
  if (money.amount_minor >= least) return;
  const code = `${money.amount_minor} minor units of ${money.currency} are less than ${least}`;
  throw new ProviderError(provider, 'refund', { code });
}
