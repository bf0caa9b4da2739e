import type { Product } from '@flight-offset/core';
import type { Kysely } from 'kysely';
import { Problem } from '../problem.ts';
import type { Schema } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { type BlendPart, blendCapacity } from './blend.ts';
import { type LotPart, type LotStock, readLots } from './lots.ts';
import { type OfferedPortfolio, readOffered } from './portfolios.ts';
import { type AllocationPolicy, type PricedProject, readPriceLists } from './price-lists.ts';

/** What is on sale at a moment, and how much of it is left. */
export interface Stock {
  /** Currencies in which credits are on sale, sorted. */
  readonly currencies: readonly string[];
  /** Portfolios on offer, in the order in which they are shown; none unless they were read. */
  readonly portfolios: readonly OfferedPortfolio[];
  /**
   * Projects whose credits an order without a choice gets, the one to offer first in front.
   * @throws Problem 40002 where there is no price list in that currency.
   */
  creditsIn(currency: string): readonly PricedProject[];
  /** @throws Problem 40912 where the portfolio is not on offer. */
  portfolio(id: string): OfferedPortfolio;
  /** The parts of a portfolio with their prices; undefined where one of them has none in that currency. */
  blendOf(portfolio: OfferedPortfolio, currency: string): readonly BlendPart[] | undefined;
  /** Grams of a project that are free. */
  freeOf(offered: PricedProject): number;
  /** The largest order that a blend can fill, grams. */
  capacityOf(blend: readonly BlendPart[]): number;
  /** Grams of a product on sale that are not sold: free, or held by pending orders. */
  unsold(product: Product): number;
  /** Grams of a project lot after lot, so that what is left of one is used up before the next is begun. */
  lotsFor(offered: PricedProject, grams: number): LotPart[];
  /** Counts grams as gone for those who choose next. They are reserved by `reserveCredits`. */
  use(parts: readonly LotPart[]): void;
}

/** What is read besides lots and prices, and how projects are sorted. */
export interface StockOptions {
  readonly policy: AllocationPolicy;
  readonly portfolios: boolean;
}

/** Refuses a currency of a body (40002) or of a query (40003) in which nothing is offered. */
export function noPriceList(code: 40002 | 40003, currency: string, offered: readonly string[]): Problem {
  return new Problem(code, `currency: ${currency} has no price list; offered are ${offered.join(', ')}`);
}

/** Reads what is on sale, without holding it: others may be faster. */
export async function readStock(tx: Tx | Kysely<Schema>, at: number, options: StockOptions): Promise<Stock> {
  const [lists, lots, portfolios] = await Promise.all([
    readPriceLists(tx, at, options.policy),
    readLots(tx),
    options.portfolios ? readOffered(tx) : [],
  ]);
  const free = new Map(lots.map((lot) => [lot.id, lot.free]));
  const byProject = Map.groupBy(lots, ({ project }) => project);
  const lotsOf = (project: string): readonly LotStock[] => byProject.get(project) ?? [];
  const freeOf = ({ project }: PricedProject): number =>
    lotsOf(project.id).reduce((sum, { id }) => sum + (free.get(id) ?? 0), 0);
  const onSale = new Map([...lists.values()].flat().map(({ project }) => [project.id, project.product]));
  const isCredits = ({ project }: PricedProject): boolean => project.product === 'carbon_credits';
  const currencies = [...lists].flatMap(([currency, list]) => (list.some(isCredits) ? currency : [])).sort();

  return {
    currencies,
    portfolios,
    creditsIn(currency) {
      const list = (lists.get(currency) ?? []).filter(isCredits);
      // Where nothing at all is on sale, no other currency would help.
      if (list.length > 0 || currencies.length === 0) return list;
      throw noPriceList(40002, currency, currencies);
    },
    portfolio(id) {
      const portfolio = portfolios.find((one) => one.id === id);
      if (portfolio) return portfolio;
      throw new Problem(40912, `portfolio: ${id} is not on offer; read the offer again`);
    },
    blendOf({ parts }, currency) {
      const blend = parts.flatMap(({ project, share }) => {
        const offered = lists.get(currency)?.find((one) => one.project.id === project);
        return offered ? [{ offered, share }] : [];
      });
      return blend.length === parts.length ? blend : undefined;
    },
    freeOf,
    capacityOf: (blend) => blendCapacity(blend, freeOf),
    unsold: (product) =>
      [...onSale]
        .flatMap(([project, of]) => (of === product ? lotsOf(project) : []))
        .reduce((sum, { unsold }) => sum + unsold, 0),
    lotsFor({ project }, grams) {
      const parts: LotPart[] = [];
      let missing = grams;
      for (const { id } of lotsOf(project.id)) {
        const part = Math.min(missing, free.get(id) ?? 0);
        if (part <= 0) continue;
        parts.push({ lot: id, grams: part });
        missing -= part;
      }
      return parts;
    },
    use(parts) {
      for (const { lot, grams } of parts) free.set(lot, (free.get(lot) ?? 0) - grams);
    },
  };
}
