import type { Money } from '@flight-offset/core';
import { requirePayable } from './payable-step.ts';

/**
 * Stripe's minor units per minor unit of ISO 4217, if they differ: it counts hundredths of currencies without
 * fractions.
 */
const FINER: Readonly<Record<string, number>> = { ISK: 100, UGX: 100 };
/**
 * Minor units of ISO 4217 per minor unit of Stripe's, if they differ: it counts no hundredths of a currency that has
 * them.
 */
const COARSER: Readonly<Record<string, number>> = { MGA: 100 };

/**
 * An amount as Stripe's API states it. Its minor units are those of ISO 4217, except for a few currencies.
 * @param operation what Stripe is called for, as the error states it.
 * @throws ProviderError where Stripe cannot take such an amount.
 * @see https://docs.stripe.com/currencies#special-cases
 * @example toStripe('start', { currency: 'ISK', amount_minor: 1500 }); // 150000
 */
export function toStripe(operation: string, money: Money): number {
  requirePayable('stripe', operation, money);
  const { currency, amount_minor } = money;
  return (amount_minor * (FINER[currency] ?? 1)) / (COARSER[currency] ?? 1);
}

/**
 * An amount in Stripe's books. Fractions of a minor unit are dropped: no payment of the gateway has any.
 * @param code as Stripe writes it, in any case.
 * @example fromStripe(150000, 'isk'); // { currency: 'ISK', amount_minor: 1500 }
 */
export function fromStripe(amount: number, code: string): Money {
  const currency = code.toUpperCase();
  return { currency, amount_minor: Math.floor((amount * (COARSER[currency] ?? 1)) / (FINER[currency] ?? 1)) };
}
