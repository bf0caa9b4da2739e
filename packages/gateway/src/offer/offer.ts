import {
  fromMinorUnits,
  type Offer,
  type OfferedPortfolio,
  ORDER_EXTENSIONS,
  type Project,
} from '@flight-offset/core';
import { readAllowance } from '../merchants/allowance.ts';
import { readTaxRules, type TaxRule } from '../merchants/tax.ts';
import type { OrderContext } from '../orders/context.ts';
import { type PendingQuotas, pendingQuotas } from '../orders/price/pending-quotas.ts';
import { Problem } from '../problem.ts';
import { pricePerTonne } from '../projects/blend.ts';
import { factsJson, readFacts } from '../projects/facts.ts';
import type { PortfolioOnOffer } from '../projects/portfolios.ts';
import { type PricedProject, readCurrencies } from '../projects/price-lists.ts';
import { projectJson } from '../projects/project-json.ts';
import { noPriceList, readStocks, type Stock } from '../projects/stock.ts';
import { payableStep } from '../providers/payable-step.ts';

/**
 * Reads the offer for a merchant's next order.
 * @throws Problem 40003 if nothing is offered in this currency, 40903 if nothing is on sale.
 */
export async function readOffer(orders: OrderContext, merchantId: string, currency: string): Promise<Offer> {
  const { db, now, policy, limits, provider } = orders;
  const merchantIds = [merchantId];
  const at = now();
  const [currencies, stocks, taxes, merchant] = await Promise.all([
    readCurrencies(db.reader, at),
    readStocks(db.reader, at, { policy, currencies: [currency], portfolios: true, merchantIds }),
    readTaxRules(db.reader, merchantIds),
    readAllowance(db.reader, merchantIds),
  ]);
  const own = stocks.of(merchantId);
  if (currencies.length > 0 && !currencies.includes(currency)) throw noPriceList(40003, currency, currencies);
  const quotas = pendingQuotas(limits, own);
  if (isScarce(own, quotas, currency)) await stocks.readOthers();
  const stock = stocks.withOthers(merchantId);
  const left = quotas.carbon_credits.left();
  const next = nextProject(stock, currency, left);
  if (!next) throw new Problem(40903, 'No project is on sale. Try later.');
  const tax = taxes.get(merchantId);
  const perTonne = pricePerTonne([{ offered: next, share: 1 }], tax);
  const step = payableStep(provider, currency);
  const portfolios = await offeredPortfolios(db.reader, { stock, quotas, currency, tax });
  return {
    price_per_tonne: fromMinorUnits(perTonne, currency),
    currency,
    ...(step !== 1 && { price_step: step }),
    currencies,
    project: projectJson(next.project),
    available: Math.min(stock.freeOf(next), left),
    ...(portfolios.length > 0 && { portfolios }),
    extensions: [...ORDER_EXTENSIONS, ...(merchant.permits(merchantId, currency) ? ['confirm'] : [])],
  };
}

/**
 * Whether a project or portfolio has less free than one order may hold, and other merchants may have more of it. Of a
 * sold-out project, which stays on sale for years, no merchant has any.
 */
function isScarce(stock: Stock, quotas: PendingQuotas, currency: string): boolean {
  const left = quotas.carbon_credits.left();
  const othersMayHave = (offered: PricedProject): boolean => stock.unsoldOf(offered) > stock.freeOf(offered);
  return (
    stock.creditsIn(currency).some((offered) => stock.freeOf(offered) < left && othersMayHave(offered)) ||
    stock.portfolios.some((portfolio) => {
      const blend = stock.blendOf(portfolio, currency);
      return (
        blend !== undefined &&
        stock.capacityOf(blend) < quotas[portfolio.product].left() &&
        blend.some(({ offered }) => othersMayHave(offered))
      );
    })
  );
}

/**
 * Finds the project offered for orders without a choice: the first that has as much as one order may hold, otherwise
 * the one with the most, so that merchants are not offered a remnant.
 */
function nextProject(stock: Stock, currency: string, wanted: number): PricedProject | undefined {
  const projects = stock.creditsIn(currency);
  const most = Math.max(...projects.map(stock.freeOf));
  return projects.find((offered) => stock.freeOf(offered) >= Math.min(wanted, most));
}

/** Data for the offer to one merchant in one currency. */
interface OfferContext {
  readonly stock: Stock;
  readonly quotas: PendingQuotas;
  readonly currency: string;
  readonly tax: TaxRule | undefined;
}

async function offeredPortfolios(
  reader: OrderContext['db']['reader'],
  context: OfferContext,
): Promise<OfferedPortfolio[]> {
  const { portfolios } = context.stock;
  const projects = portfolios.flatMap(({ parts }) => parts.map(({ project }) => project));
  const facts = await readFacts(reader, projects);
  return portfolios.flatMap((portfolio) => offeredPortfolio(portfolio, facts, context) ?? []);
}

/** Returns a portfolio as the offer shows it; undefined if a part of it has no price in the currency. */
function offeredPortfolio(
  portfolio: PortfolioOnOffer,
  facts: Awaited<ReturnType<typeof readFacts>>,
  { stock, quotas, currency, tax }: OfferContext,
): OfferedPortfolio | undefined {
  const blend = stock.blendOf(portfolio, currency);
  if (!blend) return undefined;
  const { id, name, product, descriptions } = portfolio;
  return {
    id,
    name,
    product,
    ...(descriptions !== null && { descriptions: JSON.parse(descriptions) as Record<string, string> }),
    price_per_tonne: fromMinorUnits(pricePerTonne(blend, tax), currency),
    available: Math.min(stock.capacityOf(blend), quotas[product].left()),
    parts: blend.map(({ offered: { project }, share }) => ({
      share,
      project: { ...(projectJson(project) satisfies Project), ...factsJson(project, facts.get(project.id)) },
    })),
  };
}
