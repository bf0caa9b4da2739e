import { join } from 'node:path';
import { type Measure, median } from '../../../scripts/measure.ts';
import { burst } from './drive.ts';
import { inFolder, startServer } from './servers.ts';
import { createShot } from './shots.ts';

/** How long a gateway takes to response, and what it holds. */
export async function bench(): Promise<readonly Measure[]> {
  return inFolder(async (folder) => {
    const starts: Record<'gateway' | 'bare', number[]> = { gateway: [], bare: [] };
    for (let run = 0; run < 4; run += 1) {
      for (const entry of ['gateway', 'bare'] as const) {
        const server = await startServer(entry, { DATABASE_URL: `sqlite:${join(folder, 'start.sqlite')}` });
        // The first makes the tables; those after it find them.
        if (run > 0) starts[entry].push(server.startedIn);
        await server.stop();
      }
    }
    const url = `sqlite:${join(folder, 'memory.sqlite')}`;
    const server = await startServer('gateway', { DATABASE_URL: url });
    const idle = await server.memory();
    await burst([server.url], 2000, 16, createShot);
    const worked = await server.memory();
    await server.stop();
    return [
      { name: 'cold start of the gateway, from sources', value: median(starts.gateway), unit: 'ms' },
      { name: 'cold start of bare Hono with the same driver', value: median(starts.bare), unit: 'ms' },
      { name: 'memory of the gateway, idle', value: idle / 2 ** 20, unit: 'MiB' },
      { name: 'memory of the gateway after 2 000 orders', value: worked / 2 ** 20, unit: 'MiB' },
    ];
  });
}
