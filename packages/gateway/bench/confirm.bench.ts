import type { Measure } from '../../../scripts/measure.ts';
import { onBothEngines } from './both-engines.ts';
import { burst, inTurn, middle, timesAsFast } from './drive.ts';
import { startServer } from './servers.ts';
import { confirmShot, quietCreateShot } from './shots.ts';

const COUNT = 600;
const CONNECTIONS = 16;

/** Confirms beside creates of the same gateway: both write an order, its totals and its credits. */
async function versus(where: string, DATABASE_URL: string): Promise<Measure[]> {
  const server = await startServer('gateway', { DATABASE_URL });
  try {
    const created: string[] = [];
    let sent = 0;
    const create = () =>
      burst(
        [server.url],
        COUNT,
        CONNECTIONS,
        () => quietCreateShot(++sent),
        (body) => {
          created.push(JSON.parse(body).order_id);
        },
      );
    const confirm = () => burst([server.url], COUNT, CONNECTIONS, () => confirmShot(created.pop() ?? 'none'));
    const { creates, confirms } = await inTurn(9, { creates: create, confirms: confirm });
    const name = `confirm an order, ${where}`;
    return [
      {
        name: `${name}: of creating one`,
        value: timesAsFast(confirms, creates),
        unit: '×',
        bar: { atLeast: 1 },
      },
      { name, value: middle(confirms).perSecond, unit: 'op/s' },
      { name: `${name}: creating one`, value: middle(creates).perSecond, unit: 'op/s' },
    ];
  } finally {
    await server.stop();
  }
}

/** How many orders a second a merchant confirms, beside how many it creates. */
export async function bench(): Promise<readonly Measure[]> {
  return onBothEngines(async (engine, database) => versus(engine, await database()));
}
