import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measure } from '../../../scripts/measure.ts';
import { burst, medianBurst, runInTurn, timesAsFast } from './drive.ts';
import { startServer, withFolder } from './servers.ts';
import { calculateShot } from './shots.ts';

/** Measures requests of 100 flights per second, beside a server that parses them and returns the same bytes. */
export async function bench(): Promise<readonly Measure[]> {
  const shot = calculateShot();
  return withFolder(async (folder) => {
    const gateway = await startServer('gateway', { DATABASE_URL: `sqlite:${join(folder, 'ours.sqlite')}` });
    const { method, headers, body = '' } = shot;
    const response = await fetch(gateway.url + shot.path, { method, headers, body });
    if (response.status !== 200) throw new Error(`calculate returned ${response.status}`);
    const file = join(folder, 'response.json');
    await writeFile(file, await response.text());
    const bare = await startServer('bare', { CALCULATE_RESPONSE: file });
    try {
      let series = 0;
      const {
        ours,
        bare: floor,
        anew,
      } = await runInTurn(9, {
        ours: () => burst([gateway.url], { count: 400, connections: 8 }, () => shot),
        bare: () => burst([bare.url], { count: 400, connections: 8 }, () => shot),
        // Made before the clock starts: each shot writes and signs a hundred new flights.
        anew: () => {
          const shots = Array.from({ length: 400 }, () => calculateShot(++series));
          return burst([gateway.url], { count: 400, connections: 8 }, (index) => shots[index] ?? shot);
        },
      });
      const name = 'calculate 100 flights';
      return [
        {
          name: `${name}: of bare Hono returning the same bytes`,
          value: timesAsFast(ours, floor),
          unit: '×',
          bar: { atLeast: 0.8 },
        },
        {
          name: `${name}, none of them repeated: of the same`,
          value: timesAsFast(anew, floor),
          unit: '×',
          bar: { atLeast: 0.6 },
        },
        { name, value: medianBurst(ours).perSecond, unit: 'op/s' },
        { name: `${name}, none of them repeated`, value: medianBurst(anew).perSecond, unit: 'op/s' },
        { name: `${name}: bare`, value: medianBurst(floor).perSecond, unit: 'op/s' },
        { name: `${name}: p50`, value: medianBurst(ours).p50, unit: 'ms' },
        { name: `${name}: p99`, value: medianBurst(ours).p99, unit: 'ms' },
      ];
    } finally {
      await gateway.stop();
      await bare.stop();
    }
  });
}
