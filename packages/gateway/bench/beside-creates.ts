import type { Measure } from '../../../scripts/measure.ts';
import { burst, medianBurst, runInTurn, type Shot, timesAsFast } from './drive.ts';
import { startServer } from './servers.ts';
import { quietCreateShot } from './shots.ts';

const COUNT = 600;
const CONNECTIONS = 16;

/**
 * Measures the end of orders beside creates on the same gateway: both write an order, its totals and its credits.
 * @param what name of the measure, such as `confirm an order, SQLite`.
 * @param shot ends the order of an identifier.
 */
export async function besideCreates(
  what: string,
  DATABASE_URL: string,
  shot: (orderId: string) => Shot,
): Promise<Measure[]> {
  const server = await startServer('gateway', { DATABASE_URL });
  try {
    const created: string[] = [];
    let sent = 0;
    const create = () =>
      burst(
        [server.url],
        { count: COUNT, connections: CONNECTIONS },
        () => quietCreateShot(++sent),
        (body) => {
          created.push(JSON.parse(body).order_id);
        },
      );
    const end = () =>
      burst([server.url], { count: COUNT, connections: CONNECTIONS }, () => shot(created.pop() ?? 'none'));
    const { creates, ends } = await runInTurn(9, { creates: create, ends: end });
    return [
      {
        name: `${what}: of creating one`,
        value: timesAsFast(ends, creates),
        unit: '×',
        bar: { atLeast: 1 },
      },
      { name: what, value: medianBurst(ends).perSecond, unit: 'op/s' },
      { name: `${what}: creating one`, value: medianBurst(creates).perSecond, unit: 'op/s' },
    ];
  } finally {
    await server.stop();
  }
}
