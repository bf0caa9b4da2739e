import type { Measure } from '../../../scripts/measure.ts';
import { importCatalogue } from '../src/projects/import.ts';
import { createPortfolio, offerPortfolios } from '../src/projects/manage-portfolios.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { type NewDatabase, onBothEngines } from './both-engines.ts';
import { burst, medianBurst, runInTurn, type Shot, timesAsFast } from './drive.ts';
import { type Server, startServer } from './servers.ts';
import { confirmShot, portfolioShot, settleShot } from './shots.ts';

const COUNT = 600;
const CONNECTIONS = 16;
const PORTFOLIO = 'three-lots';

/** Offers a blend of three projects, each with one lot: every order of it takes three lots. */
async function offerThreeLots(url: string): Promise<void> {
  const db = openDatabase(url);
  try {
    const solar = {
      id: 'bench-solar',
      name: 'Bench solar',
      registry: 'Bench Registry',
      project_id: 'B-1',
      category: 'Renewable energy',
      type: 'Solar',
      public_url: 'https://example.com/b-1',
      price_per_tonne: 1000,
      lots: [{ id: 'bench-solar-2024', serial_prefix: 'B-1', grams: 8e15 }],
    };
    await importCatalogue(db, { projects: [solar] });
    const parts = ['sandbox-wind', 'sandbox-mangroves', 'bench-solar'].map((project) => ({
      project,
      share: 1,
    }));
    await createPortfolio(db, { id: PORTFOLIO, name: 'Three lots', parts }, 0);
    await offerPortfolios(db, [PORTFOLIO]);
  } finally {
    await db.close();
  }
}

/**
 * Measures creates, confirms and settlements of orders with three lots each, with the minimum ratios of orders with
 * one.
 */
async function versus(where: string, database: NewDatabase): Promise<Measure[]> {
  const servers: Server[] = [];
  async function start(entry: 'gateway' | 'bare', DATABASE_URL: string): Promise<string> {
    const server = await startServer(entry, { DATABASE_URL });
    servers.push(server);
    return server.url;
  }
  try {
    const urls = [await database(), await database()] as const;
    // The tables and the sandbox's projects: a gateway makes them and stops.
    for (const DATABASE_URL of urls) await (await startServer('gateway', { DATABASE_URL })).stop();
    await offerThreeLots(urls[0]);
    const gateway = await start('gateway', urls[0]);
    const bare = await start('bare', urls[1]);
    const created: string[] = [];
    let sent = 0;
    const shot = () => portfolioShot(++sent, PORTFOLIO);
    const keep = (body: string): void => void created.push(JSON.parse(body).order_id);
    const create = () => burst([gateway], { count: COUNT, connections: CONNECTIONS }, shot, keep);
    const ending = (end: (orderId: string) => Shot) => () =>
      burst([gateway], { count: COUNT, connections: CONNECTIONS }, () => end(created.pop() ?? 'none'));
    const floor = () => burst([bare], { count: COUNT, connections: CONNECTIONS }, shot);
    const { creates, confirms, further, settlements, row } = await runInTurn(9, {
      creates: create,
      confirms: ending(confirmShot),
      further: create,
      settlements: ending(settleShot),
      row: floor,
    });
    const name = `orders of three lots, ${where}`;
    return [
      {
        name: `${name}: create, of bare Hono with one insert`,
        value: timesAsFast(creates, row),
        unit: '×',
        bar: { atLeast: 0.5 },
      },
      {
        name: `${name}: confirm, of creating one`,
        value: timesAsFast(confirms, creates),
        unit: '×',
        bar: { atLeast: 1 },
      },
      {
        name: `${name}: settle, of creating one`,
        value: timesAsFast(settlements, further),
        unit: '×',
        bar: { atLeast: 1 },
      },
      { name: `${name}: create`, value: medianBurst([...creates, ...further]).perSecond, unit: 'op/s' },
      { name: `${name}: confirm`, value: medianBurst(confirms).perSecond, unit: 'op/s' },
      { name: `${name}: settle`, value: medianBurst(settlements).perSecond, unit: 'op/s' },
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Measures how many orders per second are created, confirmed and settled if their credits come from three lots. */
export async function bench(): Promise<readonly Measure[]> {
  return onBothEngines(versus);
}
