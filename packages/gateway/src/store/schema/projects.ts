import type { Product } from '@flight-offset/core';
import type { Generated, Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** One project of the catalogue. */
export interface ProjectTable {
  id: string;
  name: string;
  registry: string;
  project_id: string;
  category: string;
  type: string;
  public_url: string;
  position: number;
  active: number;
  product: Generated<Product>;
  /** JSON of its descriptions by language. */
  descriptions: Generated<string | null>;
  /** ISO 3166-1 code of two letters. */
  country: Generated<string | null>;
  /** First and last year of its credits, as the operator states them. */
  vintage_from: Generated<number | null>;
  vintage_to: Generated<number | null>;
}

/** Price of a tonne of a project in a currency, from a moment on. */
export interface ProjectPriceTable {
  project: string;
  /** ISO 4217 code. */
  currency: string;
  effective_from: Millis;
  minor_per_tonne: number;
  /** Rupees that one whole unit of the currency counts as in totals. */
  inr_per_unit: number;
}

/** A project, or a blend of several, that a payer may choose. Its parts never change. */
export interface PortfolioTable {
  id: string;
  name: string;
  product: Product;
  /** JSON of its descriptions by language. */
  descriptions: string | null;
  /** Place among those on offer, 1 to 4; null if not offered. */
  position: number | null;
  created_at: Millis;
}

/** A project of a portfolio. */
export interface PortfolioPartTable {
  portfolio: string;
  project: string;
  /** Whole number: the exact share is this over the sum of the portfolio's parts. */
  share: number;
}

/** Projects, portfolios and prices. */
export interface ProjectTables {
  projects: ProjectTable;
  project_prices: ProjectPriceTable;
  portfolios: PortfolioTable;
  portfolio_parts: PortfolioPartTable;
}

/** A stored project. */
export type ProjectRow = Selectable<ProjectTable>;
/** One portfolio. */
export type PortfolioRow = Selectable<PortfolioTable>;
