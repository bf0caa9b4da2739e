import type { Grams, Money } from '@flight-offset/core';
import { splitTax, type TaxRule } from '../../merchants/tax.ts';
import { Problem } from '../../problem.ts';
import { type Allocation, chooseCredits, type Demand, productOf } from '../../projects/choose-credits.ts';
import type { Stock } from '../../projects/stock.ts';
import { payableStep } from '../../providers/payable-step.ts';
import type { OrderRow } from '../../store/schema.ts';
import type { PendingQuotas } from './pending-quotas.ts';

/** The refund sums of a new order: nothing has been refunded. */
export const NO_REFUNDS = { refunded_minor: 0, refund_pending_minor: 0 } as const;

/** A new order, which has no refunds yet. */
type NewOrder = Omit<OrderRow, keyof typeof NO_REFUNDS>;

/** An order before credits are chosen for it. */
export type DraftRow = Omit<
  NewOrder,
  'product' | 'project' | 'project_count' | 'minor_per_tonne' | 'amount_minor' | 'inr_minor' | 'tax'
>;

/** An order to price, and the price its payer was shown. */
export interface Unpriced {
  readonly order: DraftRow;
  readonly expected: Money | undefined;
}

/** An order with its price and the lots of its credits. */
export interface PricedOrder {
  readonly row: NewOrder;
  readonly parts: Allocation['parts'];
}

/** Stock, rules and limits by which an order is priced. */
export interface Pricing {
  readonly stock: Stock;
  /** The merchant's tax rule, if its prices are net. */
  readonly tax: TaxRule | undefined;
  readonly quotas: PendingQuotas;
  /** The payment provider: a price is an amount that it accepts. */
  readonly provider: string;
}

/**
 * Chooses credits for an order, calculates its price, and subtracts the credits from the stock and the quota.
 * @throws Problem 40903 too little is left; 40904 the price is not the expected one; 40905 too much is pending; 40912
 * the portfolio is not on offer; 40913 the order alone is too large.
 */
export function priceOrder(unpriced: Unpriced, { stock, tax, quotas, provider }: Pricing): PricedOrder {
  const { order, expected } = unpriced;
  const demand = demandOf(unpriced);
  const { mass, currency } = demand;
  const quota = quotas[productOf(stock, demand.portfolio)];
  quota.check(mass);
  const allocation = chooseCredits(stock, { ...demand, tax, step: payableStep(provider, currency) });
  requireExpected(expected, { currency, amount_minor: allocation.amount });
  stock.use(allocation.parts);
  if (allocation.amount > 0) quota.add(mass);
  return { row: rowOf(order, allocation, tax), parts: allocation.parts };
}

/** Returns the demand of an order on the stock. */
export function demandOf({ order, expected }: Unpriced): Demand {
  const { grams, currency, portfolio } = order;
  return { mass: grams as Grams, currency, portfolio: portfolio ?? undefined, expected };
}

function rowOf(order: DraftRow, allocation: Allocation, rule: TaxRule | undefined): NewOrder {
  const { project, projectCount, perTonne, amount, inrAmount } = allocation;
  const split = splitTax(amount, rule);
  const tax = split ? JSON.stringify(split) : null;
  const price = { minor_per_tonne: perTonne, amount_minor: amount, inr_minor: inrAmount, tax };
  const bought = { product: project.product, project: project.id, project_count: projectCount };
  return { ...order, ...bought, ...price };
}

const moneyText = ({ currency, amount_minor }: Money): string => `${amount_minor} minor units of ${currency}`;

/** @throws Problem 40904 if the order would not cost what its payer was shown. */
function requireExpected(expected: Money | undefined, price: Money): void {
  if (!expected) return;
  if (expected.currency === price.currency && expected.amount_minor === price.amount_minor) return;
  const message = `expected_price is ${moneyText(expected)}, and the order would now cost ${moneyText(price)}. Read the offer again and show its price.`;
  throw new Problem(40904, message);
}
