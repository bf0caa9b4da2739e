import type { PortfolioRow } from '../store/schema.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Reads } from '../store/transaction.ts';

/** A project of a portfolio and its share: its number divided by the sum of all shares. */
export interface PortfolioPart {
  readonly project: string;
  readonly share: number;
}

/** A portfolio that payers may choose now. */
export interface PortfolioOnOffer
  extends Pick<PortfolioRow, 'id' | 'name' | 'product' | 'descriptions' | 'position'> {
  /** The largest share first. */
  readonly parts: readonly PortfolioPart[];
}

/** Reads the portfolios on offer, in the order in which they are shown. */
export async function readOfferedPortfolios(tx: Reads): Promise<PortfolioOnOffer[]> {
  const build = () =>
    tx
      .selectFrom('portfolios')
      .innerJoin('portfolio_parts', 'portfolio_parts.portfolio', 'portfolios.id')
      .select(['portfolios.id', 'name', 'product', 'descriptions', 'position', 'project', 'share'])
      .where('position', 'is not', null)
      .orderBy('position')
      .orderBy('share', 'desc')
      .orderBy('project')
      .compile();
  const rows = await prepared(tx, 'portfolios on offer', build, []);
  const offered = new Map<string, PortfolioOnOffer & { parts: PortfolioPart[] }>();
  for (const { project, share, ...portfolio } of rows) {
    const known = offered.get(portfolio.id) ?? { ...portfolio, parts: [] };
    known.parts.push({ project, share });
    offered.set(portfolio.id, known);
  }
  return [...offered.values()];
}
