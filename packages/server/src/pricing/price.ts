import { type Flight, type Grams, isCurrency, type Price, priceOf, toMinorUnits } from '@flight-offset/core';
import { formatMinorUnits } from '@flight-offset/core/server';

/** A price per tonne. */
export interface PriceRate {
  /** Price per tonne of CO2e, in whole units of the currency. */
  readonly perTonne: number;
  /** ISO 4217 code. */
  readonly currency: string;
}

/** A price per tonne of a service. */
export interface OfferedRate extends PriceRate {
  /** Minor units of which an order's price is a multiple: what can be paid. Default: 1. */
  readonly step?: number;
}

/** Input of a price function. */
export interface PriceInput {
  /** Grams of carbon credits that the option buys. */
  readonly grams: number;
  /** Fraction of the emissions, 1 for all of them. */
  readonly fraction: number;
  readonly legs: readonly Flight[];
  readonly locale: string | undefined;
}

/** A price in minor units: 137405 and `INR` for ₹1,374.05. */
export type PriceResult = Pick<Price, 'amountMinor' | 'currency'>;

/** Returns the price of an option; undefined shows no price. */
export type PriceFunction = (input: PriceInput) => PriceResult | undefined | Promise<PriceResult | undefined>;

/** Checks a rate. @throws TypeError if it is invalid. */
export function checkRate({ perTonne, currency }: PriceRate): void {
  if (!(Number.isFinite(perTonne) && perTonne >= 0)) {
    throw new TypeError('price.perTonne must be a number from 0');
  }
  if (!isCurrency(currency)) throw new TypeError('price.currency must be an ISO 4217 code such as INR');
}

/** Checks the result of a price function. @throws TypeError if it is invalid: it becomes part of a booking's total. */
export function checkPrice({ amountMinor }: PriceResult): void {
  if (Number.isSafeInteger(amountMinor) && amountMinor >= 0) return;
  throw new TypeError('price must return amountMinor in whole minor units, such as 1250 for 12.50 EUR');
}

/** Calculates the price of a mass at a rate: as the gateway does, to the same minor unit. */
export function priceAtRate(grams: number, { perTonne, currency, step }: OfferedRate): PriceResult {
  return { amountMinor: priceOf(grams as Grams, toMinorUnits(perTonne, currency), step), currency };
}

/** Formats a price for the traveller's locale. */
export function formatPrice({ amountMinor, currency }: PriceResult, locale: string | undefined): Price {
  return { amountMinor, currency, formatted: formatMinorUnits(amountMinor, currency, locale) };
}
