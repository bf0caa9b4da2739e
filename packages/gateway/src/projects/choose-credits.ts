import {
  convert,
  type Grams,
  type MinorUnits,
  type Money,
  type Product,
  priceOf,
  splitByShares,
} from '@flight-offset/core';
import type { TaxRule } from '../merchants/tax.ts';
import { Problem } from '../problem.ts';
import type { ProjectRow } from '../store/schema.ts';
import { type BlendPart, inrRate, pricePerTonne } from './blend.ts';
import type { LotPart } from './lots.ts';
import type { Stock } from './stock.ts';

/** An order that credits are chosen for. */
export interface Demand {
  readonly mass: Grams;
  readonly currency: string;
  /** The merchant's tax rule, if its prices are net. */
  readonly tax?: TaxRule | undefined;
  /** The price is a multiple of this many minor units: what the provider accepts. Default: 1. */
  readonly step?: number | undefined;
  /** The portfolio the payer chose. */
  readonly portfolio?: string | undefined;
  /** The price that the payer was shown: of several projects with enough credits, one with this price is chosen. */
  readonly expected?: Money | undefined;
}

/** Credits chosen for one order. */
export interface Allocation {
  /** The project of the largest part. */
  readonly project: ProjectRow;
  /** Number of projects they come from. */
  readonly projectCount: number;
  /** Grams by lot; none for 0 g. */
  readonly parts: readonly LotPart[];
  /** Price of a tonne for the payer, tax included, minor units of the order's currency. */
  readonly perTonne: MinorUnits;
  readonly amount: MinorUnits;
  /** The amount in paise, at the rate of the price list. */
  readonly inrAmount: MinorUnits;
}

type Taken = BlendPart & { readonly grams: number };

/**
 * Returns the product of an order: carbon credits if its payer chose no portfolio.
 * @throws Problem 40912 like {@link Stock.portfolio}.
 */
export function productOf(stock: Stock, portfolio: string | undefined): Product {
  return portfolio === undefined ? 'carbon_credits' : stock.portfolio(portfolio).product;
}

/**
 * Chooses credits for an order: from a portfolio, exactly its shares; otherwise from the first project that has enough,
 * or else from one project after the other, in as many lots as needed.
 * @throws Problem 40002 no price list in that currency, or more money than can be counted; 40903 too little is left; 40912
 * the portfolio is not on offer.
 */
export function chooseCredits(stock: Stock, demand: Demand): Allocation {
  try {
    return choose(stock, demand);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const remedy = 'Order less; the operator may lower the price or GATEWAY_MAX_ORDER_TONNES.';
    throw new Problem(40002, `emission_amount: would cost more money than can be counted exactly. ${remedy}`);
  }
}

function choose(stock: Stock, demand: Demand): Allocation {
  const { mass, currency, tax, step, portfolio } = demand;
  const taken = portfolio === undefined ? takeCredits(stock, demand) : takeBlend(stock, portfolio, demand);
  const perTonne = pricePerTonne(taken, tax);
  const amount = priceOf(mass, perTonne, step);
  return {
    project: taken.reduce((most, one) => (one.grams > most.grams ? one : most)).offered.project,
    projectCount: Math.max(1, taken.filter(({ grams }) => grams > 0).length),
    parts: taken.flatMap(({ offered, grams }) => stock.lotsFor(offered, grams)),
    perTonne,
    amount,
    inrAmount: convert(amount, currency, 'INR', inrRate(taken)),
  };
}

/**
 * Whether an order would get credits of a later project than it should, because other merchants may have credits of an
 * earlier one free. An order with an expected price gets credits at that price, or is refused.
 * @param stock in the merchant's own allotments and in the lots.
 * @throws Problem 40002 if there is no price list in that currency.
 */
export function mayPassOver(stock: Stock, { mass, currency, portfolio, expected }: Demand): boolean {
  if (portfolio !== undefined || expected) return false;
  for (const offered of stock.creditsIn(currency)) {
    if (stock.freeOf(offered) >= mass) return false;
    if (stock.unsoldOf(offered) >= mass) return true;
  }
  // From several: free credits of others in the first projects come before the later projects.
  return true;
}

/** Takes credits of the portfolio that the payer chose, in its exact shares. */
function takeBlend(stock: Stock, portfolio: string, { mass, currency }: Demand): Taken[] {
  const blend = stock.blendOf(stock.portfolio(portfolio), currency);
  if (!blend)
    throw new Problem(40912, `portfolio: ${portfolio} is not on offer in ${currency}; read the offer again.`);
  const grams = splitByShares(
    mass,
    blend.map(({ share }) => share),
  );
  const taken = blend.map((part, at) => ({ ...part, grams: grams[at]! }));
  if (taken.every((part) => stock.freeOf(part.offered) >= part.grams)) return taken;
  const message = `Too little is left of ${portfolio} for this amount; order less, or choose another portfolio.`;
  throw new Problem(40903, message);
}

function takeCredits(stock: Stock, demand: Demand): readonly Taken[] {
  const one = takeFromOne(stock, demand);
  return one ? [one] : takeFromSeveral(stock, demand);
}

/** Takes all credits from one project with enough: the first, or the first at the price that the payer was shown. */
function takeFromOne(stock: Stock, { mass, currency, tax, step, expected }: Demand): Taken | undefined {
  const enough = stock
    .creditsIn(currency)
    .filter((offered) => stock.freeOf(offered) >= mass)
    .map((offered) => ({ offered, share: 1, grams: mass }));
  const asShown = (part: Taken): boolean =>
    priceOf(mass, pricePerTonne([part], tax), step) === expected?.amount_minor;
  return (expected && enough.find(asShown)) ?? enough[0];
}

/** Takes credits from one project after the other, if none has enough. */
function takeFromSeveral(stock: Stock, { mass, currency }: Demand): Taken[] {
  const taken: Taken[] = [];
  let missing: number = mass;
  for (const offered of stock.creditsIn(currency)) {
    const grams = Math.min(missing, stock.freeOf(offered));
    if (grams > 0) taken.push({ offered, share: grams, grams });
    missing -= grams;
  }
  if (missing === 0 && taken.length > 0) return taken;
  throw new Problem(40903, 'Too few credits are left for this amount; order less or try later.');
}
