import { join } from 'node:path';
import { type Measure, median } from '../../../scripts/measure.ts';
import { burst } from './drive.ts';
import { inFolder, startPacked, startServer } from './servers.ts';
import { createShot } from './shots.ts';

/** How long a gateway takes to respond from its start, and what it holds. */
export async function bench(): Promise<readonly Measure[]> {
  return inFolder(async (folder) => {
    const starts: Record<'gateway' | 'packed' | 'bare', number[]> = { gateway: [], packed: [], bare: [] };
    for (let run = 0; run < 4; run += 1) {
      for (const entry of ['gateway', 'packed', 'bare'] as const) {
        const environment = {
          DATABASE_URL: `sqlite:${join(folder, 'start.sqlite')}`,
          // As the published gateway keeps what was compiled; without it the floor would strip its types each time.
          ...(entry === 'bare' ? { NODE_COMPILE_CACHE: join(folder, 'compiled') } : {}),
        };
        const server = await (entry === 'packed'
          ? startPacked(environment)
          : startServer(entry, environment));
        // The first makes the tables, and compiles; those after it find both.
        if (run > 0) starts[entry].push(server.startedIn);
        await server.stop();
      }
    }
    const url = `sqlite:${join(folder, 'memory.sqlite')}`;
    const server = await startPacked({ DATABASE_URL: url, GATEWAY_RATE_LIMIT: '1000000000' });
    const idle = await server.memory();
    await burst([server.url], 2000, 16, createShot);
    const worked = await server.memory();
    await server.stop();
    return [
      { name: 'cold start of the gateway, from sources', value: median(starts.gateway), unit: 'ms' },
      { name: 'cold start of the gateway, as it is published', value: median(starts.packed), unit: 'ms' },
      { name: 'cold start of bare Hono with the same driver', value: median(starts.bare), unit: 'ms' },
      {
        name: 'the published gateway: of bare Hono',
        value: median(starts.packed) / median(starts.bare),
        unit: '×',
        bar: { atMost: 2 },
      },
      { name: 'memory of the gateway, idle', value: idle / 2 ** 20, unit: 'MiB', bar: { atMost: 120 } },
      {
        name: 'memory of the gateway after 2 000 orders',
        value: worked / 2 ** 20,
        unit: 'MiB',
        bar: { atMost: 160 },
      },
    ];
  });
}
