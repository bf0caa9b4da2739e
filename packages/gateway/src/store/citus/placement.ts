/** Where a table lives in a Citus cluster. `by-merchant`: in shards, all rows of a merchant together. */
export type Placement = 'by-merchant' | 'reference' | 'coordinator';

/**
 * Tables that are rarely written, and read by every request or compared with rows of every merchant: a copy on every
 * node. Lots are written only by top-ups. Keys and platforms are found before their merchant is known; lines of a
 * settlement report name none.
 */
const REFERENCE: ReadonlySet<string> = new Set([
  'merchants',
  'api_keys',
  'platforms',
  'webhook_secrets',
  'projects',
  'project_prices',
  'project_facts',
  'portfolios',
  'portfolio_parts',
  'credit_lots',
  'retirements',
  'retirement_batches',
  'corrected_batches',
  'retirement_parts',
  'payout_lines',
]);

/** An e-mail address signs in one person of all merchants: unique across them, which shards cannot be. */
const CONSOLE: ReadonlySet<string> = new Set(['console_people', 'console_sessions', 'console_links']);

/**
 * Returns where a table lives.
 * @param columns names of its columns: a merchant's table carries `merchant_id`.
 */
export function placementOf(table: string, columns: readonly string[]): Placement {
  if (REFERENCE.has(table)) return 'reference';
  if (CONSOLE.has(table) || !columns.includes('merchant_id')) return 'coordinator';
  return 'by-merchant';
}
