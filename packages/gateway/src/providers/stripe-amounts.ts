import type { Money } from '@flight-offset/core';
import { requirePayable } from './payable-step.ts';

/**
 * Stripe's minor units per ISO 4217 minor unit, if they differ: Stripe counts hundredths of currencies without
 * fractions.
 */
const FINER: Readonly<Record<string, number>> = { ISK: 100, UGX: 100 };
/**
 * ISO 4217 minor units per minor unit of Stripe, if they differ: Stripe counts no hundredths of a currency that has
 * them.
 */
const COARSER: Readonly<Record<string, number>> = { MGA: 100 };

/**
 * Converts an amount to Stripe's minor units, which are those of ISO 4217 except for a few currencies.
 * @param operation name of the call to Stripe, for the error.
 * @throws ProviderError if Stripe cannot accept such an amount.
 * @see https://docs.stripe.com/currencies#special-cases
 * @example toStripe('start', { currency: 'ISK', amount_minor: 1500 }); // 150000
 */
export function toStripe(operation: string, money: Money): number {
  requirePayable('stripe', operation, money);
  const { currency, amount_minor } = money;
  return (amount_minor * (FINER[currency] ?? 1)) / (COARSER[currency] ?? 1);
}

/**
 * Converts an amount from Stripe's records. Fractions of a minor unit are dropped: no payment of the gateway has any.
 * @param code currency, in either case.
 * @example fromStripe(150000, 'isk'); // { currency: 'ISK', amount_minor: 1500 }
 */
export function fromStripe(amount: number, code: string): Money {
  const currency = code.toUpperCase();
  return { currency, amount_minor: Math.floor((amount * (COARSER[currency] ?? 1)) / (FINER[currency] ?? 1)) };
}
