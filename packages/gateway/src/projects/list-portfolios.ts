import { MAX_OFFERED_PORTFOLIOS } from '@flight-offset/core';
import type { Database } from '../store/engine.ts';
import type { PortfolioRow } from '../store/schema.ts';
import type { PortfolioPart } from './portfolios.ts';

/** A portfolio with its parts. */
export interface ListedPortfolio extends PortfolioRow {
  readonly parts: readonly PortfolioPart[];
}

/** Reads all portfolios, those on offer first. */
export async function listPortfolios({ reader }: Pick<Database, 'reader'>): Promise<ListedPortfolio[]> {
  const portfolios = await reader.selectFrom('portfolios').selectAll().orderBy('id').execute();
  const parts = await reader.selectFrom('portfolio_parts').selectAll().orderBy('share', 'desc').execute();
  const place = ({ position }: PortfolioRow): number => position ?? MAX_OFFERED_PORTFOLIOS + 1;
  return portfolios
    .toSorted((a, b) => place(a) - place(b))
    .map((portfolio) => ({
      ...portfolio,
      parts: parts
        .filter((part) => part.portfolio === portfolio.id)
        .map(({ project, share }) => ({ project, share })),
    }));
}
