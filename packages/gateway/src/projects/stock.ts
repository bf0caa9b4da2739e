import type { Product } from '@flight-offset/core';
import { freeCredits, type MerchantCredits } from '../allotments/free-credits.ts';
import { type Allotted, readAllotments, readUsedGrams } from '../allotments/read-allotments.ts';
import { Problem } from '../problem.ts';
import { allEnded } from '../store/all-ended.ts';
import type { Reads } from '../store/transaction.ts';
import { type BlendPart, blendCapacity } from './blend.ts';
import { type LotPart, type LotStock, readLots } from './lots.ts';
import { type PortfolioOnOffer, readOfferedPortfolios } from './portfolios.ts';
import { type AllocationPolicy, type PricedProject, readCurrencies, readPriceList } from './price-lists.ts';

/** Offers to one merchant at a moment, and the credits left of them. */
export interface Stock {
  /** Portfolios on offer, in the order in which they are shown; none unless they were read. */
  readonly portfolios: readonly PortfolioOnOffer[];
  /**
   * Returns the projects that fill an order without a portfolio, in the order in which they are used.
   * @throws Problem 40002 if there is no price list in that currency.
   */
  creditsIn(currency: string): readonly PricedProject[];
  /** @throws Problem 40912 if the portfolio is not on offer. */
  portfolio(id: string): PortfolioOnOffer;
  /** The parts of a portfolio with their prices; undefined if one of them has no price in that currency. */
  blendOf(portfolio: PortfolioOnOffer, currency: string): readonly BlendPart[] | undefined;
  /** Grams of a project that the merchant can buy. */
  freeOf(offered: PricedProject): number;
  /** The largest order that a blend can fill, grams. */
  capacityOf(blend: readonly BlendPart[]): number;
  /**
   * Grams of a product on sale that are not sold: free, or held by pending orders. Sales of other merchants count as of
   * their last top-up.
   */
  unsold(product: Product): number;
  /** The same for a project: approximately the grams that are free anywhere, or held by pending orders. */
  unsoldOf(offered: PricedProject): number;
  /** Grams of a product that the merchant's pending orders hold. */
  held(product: Product): number;
  /** Splits grams of a project by lot, so that one lot is used up before the next is begun. */
  lotsFor(offered: PricedProject, grams: number): LotPart[];
  /** Subtracts grams for the orders that follow. `reserveGrams` reserves them. */
  use(parts: readonly LotPart[]): void;
}

/** Offers at a moment, for the merchants whose allotments were read. */
export interface Stocks {
  /** Stock in a merchant's own allotments and in the lots. */
  of(merchantId: string): Stock;
  /** Stock of all free credits. Call {@link Stocks.readOthers} first. */
  withOthers(merchantId: string): Stock;
  /** Reads all free credits, at one moment: once too little is left without them. */
  readOthers(): Promise<void>;
  /** @throws AllotmentShortError if more is used than is free in an allotment: it has to be topped up first. */
  requireAllotted(): void;
}

/** Prices, portfolios and merchants to read, and how projects are sorted. */
export interface StockOptions {
  readonly policy: AllocationPolicy;
  /** Currencies whose prices are read. */
  readonly currencies: readonly string[];
  readonly portfolios: boolean;
  readonly merchantIds: readonly string[];
}

/** Creates the error for a currency of a body (40002) or of a query (40003) in which nothing is offered. */
export function noPriceList(code: 40002 | 40003, currency: string, offered: readonly string[]): Problem {
  return new Problem(code, `currency: ${currency} has no price list; offered are ${offered.join(', ')}.`);
}

/** Reads what is on sale without locking it: other orders may take it first. */
export async function readStocks(tx: Reads, at: number, options: StockOptions): Promise<Stocks> {
  const { merchantIds } = options;
  const [prices, withSomethingLeft, allotted, portfolios] = await allEnded(
    readPrices(tx, at, options),
    readLots(tx, at, 'with something left'),
    readAllotments(tx, merchantIds),
    options.portfolios ? readOfferedPortfolios(tx) : Promise.resolve([]),
  );
  const read = new Set(withSomethingLeft.map(({ id }) => id));
  // A refund may have returned credits to a merchant's allotment that its lot still counts as sold.
  const lots = allotted.every(({ lot }) => read.has(lot)) ? withSomethingLeft : await readLots(tx, at, 'all');
  const free = freeCredits(new Map(lots.map(({ id, pooled }) => [id, pooled])), allotted, merchantIds);
  const byMerchant = Map.groupBy(allotted, ({ merchant_id }) => merchant_id);
  const sale = { ...prices, portfolios, ...byProject(lots) };
  let anywhere = sale;
  // Runs for every order of a batch, so that shared figures are not worked out here.
  const stockOf = (merchantId: string, onSale: OnSale, credits: MerchantCredits): Stock =>
    stockWith(onSale, byMerchant.get(merchantId) ?? [], credits);
  return {
    of: (merchantId) => stockOf(merchantId, sale, free.of(merchantId)),
    withOthers: (merchantId) => stockOf(merchantId, anywhere, free.withOthers(merchantId)),
    readOthers: async () => {
      const [used, all] = await allEnded(readUsedGrams(tx), readLots(tx, at, 'all'));
      anywhere = { ...sale, ...byProject(all) };
      free.setAnywhere(new Map(all.map(({ id, usable }) => [id, usable - (used.get(id) ?? 0)])));
    },
    requireAllotted: free.requireAllotted,
  };
}

/** Prices of some currencies, in the order in which projects are offered. */
interface Prices {
  readonly lists: ReadonlyMap<string, readonly PricedProject[]>;
  /** Currencies in which credits are on sale, sorted; empty unless one of the requested currencies has none. */
  readonly currencies: readonly string[];
}

/** Reads prices; if a currency is not on offer, also the currencies that are, for the message of the refusal. */
async function readPrices(
  tx: Reads,
  at: number,
  { policy, currencies }: Pick<StockOptions, 'policy' | 'currencies'>,
): Promise<Prices> {
  const wanted = [...new Set(currencies)];
  const found = await allEnded(...wanted.map((currency) => readPriceList(tx, at, { policy, currency })));
  return {
    lists: new Map(wanted.map((currency, place) => [currency, found[place]!])),
    currencies: found.every((list) => list.some(isCredits)) ? [] : await readCurrencies(tx, at),
  };
}

const isCredits = ({ project }: PricedProject): boolean => project.product === 'carbon_credits';

const sumOf = (lots: readonly LotStock[], of: (lot: LotStock) => number): number =>
  lots.reduce((sum, lot) => sum + of(lot), 0);

/** Offers that any merchant may sell. */
interface OnSale extends Prices, Lots {
  readonly portfolios: readonly PortfolioOnOffer[];
}

interface Lots {
  readonly lots: readonly LotStock[];
  readonly lotsByProject: ReadonlyMap<string, readonly LotStock[]>;
}

const byProject = (lots: readonly LotStock[]): Lots => ({
  lots,
  lotsByProject: Map.groupBy(lots, ({ project }) => project),
});

/** @param allotted the merchant's allotments. */
function stockWith(
  { lists, lots, lotsByProject, portfolios, currencies }: OnSale,
  allotted: readonly Allotted[],
  credits: MerchantCredits,
): Stock {
  const own = new Map(allotted.map((one) => [one.lot, one]));
  const lotsOf = (project: string): readonly LotStock[] => lotsByProject.get(project) ?? [];
  const freeOf = ({ project }: PricedProject): number =>
    sumOf(lotsOf(project.id), ({ id }) => credits.freeIn(id));
  const unsoldIn = ({ id, unsold }: LotStock): number => unsold - (own.get(id)?.unreported ?? 0);

  return {
    portfolios,
    creditsIn(currency) {
      const list = (lists.get(currency) ?? []).filter(isCredits);
      // If nothing is on sale, or no longer, another currency would not help.
      if (list.length > 0 || currencies.length === 0 || currencies.includes(currency)) return list;
      throw noPriceList(40002, currency, currencies);
    },
    portfolio(id) {
      const portfolio = portfolios.find((one) => one.id === id);
      if (portfolio) return portfolio;
      throw new Problem(40912, `portfolio: ${id} is not on offer; read the offer again.`);
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
      sumOf(
        lots.filter((lot) => lot.on_sale === 1 && lot.product === product),
        unsoldIn,
      ),
    unsoldOf: ({ project }) => sumOf(lotsOf(project.id), unsoldIn),
    held: (product) =>
      sumOf(
        lots.filter((lot) => lot.product === product),
        ({ id }) => own.get(id)?.reserved ?? 0,
      ),
    lotsFor({ project }, grams) {
      const parts: LotPart[] = [];
      let missing = grams;
      for (const { id } of lotsOf(project.id)) {
        const part = Math.min(missing, credits.freeIn(id));
        if (part <= 0) continue;
        parts.push({ lot: id, grams: part });
        missing -= part;
      }
      return parts;
    },
    use(parts) {
      for (const { lot, grams } of parts) credits.draw(lot, grams);
    },
  };
}
