import { join } from 'node:path';
import { type Measure, median } from '../../../scripts/measure.ts';
import { burst } from './drive.ts';
import { startPacked, startServer, withFolder } from './servers.ts';
import { createShot } from './shots.ts';

const ENTRIES = ['gateway', 'packed', 'bare'] as const;
type Entry = (typeof ENTRIES)[number];
/** Number of measured starts of each kind. */
const STARTS = 9;

/** Times of a start, ms: elapsed time, and processor time, which does not include waiting for other programs. */
interface Start {
  readonly wall: number;
  readonly processor: number;
}

async function measureStart(entry: Entry, folder: string): Promise<Start> {
  const environment = {
    DATABASE_URL: `sqlite:${join(folder, 'start.sqlite')}`,
    // The published gateway keeps compiled code too; without it the floor would strip its types each time.
    ...(entry === 'bare' ? { NODE_COMPILE_CACHE: join(folder, 'compiled') } : {}),
  };
  const server = await (entry === 'packed' ? startPacked(environment) : startServer(entry, environment));
  const start = { wall: server.startedIn, processor: await server.processorTime() };
  await server.stop();
  return start;
}

/** Measures the time from a gateway's start to its first response, and its memory. */
export async function bench(): Promise<readonly Measure[]> {
  return withFolder(async (folder) => {
    const starts: Record<Entry, Start[]> = { gateway: [], packed: [], bare: [] };
    for (let run = 0; run <= STARTS; run += 1) {
      for (const entry of ENTRIES) {
        const start = await measureStart(entry, folder);
        // The first start makes the tables, and compiles; later starts find both.
        if (run > 0) starts[entry].push(start);
      }
    }
    const url = `sqlite:${join(folder, 'memory.sqlite')}`;
    const server = await startPacked({ DATABASE_URL: url, GATEWAY_RATE_LIMIT: '1000000000' });
    const idle = await server.memory();
    await burst([server.url], { count: 2000, connections: 16 }, createShot);
    const worked = await server.memory();
    await server.stop();
    const middle = (entry: keyof typeof starts, of: keyof Start): number =>
      median(starts[entry].map((start) => start[of]));
    /** Compares each start of the published gateway with the bare one beside it. */
    const timesBare = (of: keyof Start): number =>
      median(starts.packed.map((start, run) => start[of] / (starts.bare[run]?.[of] ?? Number.NaN)));
    return [
      { name: 'cold start of the gateway, from sources', value: middle('gateway', 'wall'), unit: 'ms' },
      { name: 'cold start of the gateway, as it is published', value: middle('packed', 'wall'), unit: 'ms' },
      { name: 'cold start of bare Hono with the same driver', value: middle('bare', 'wall'), unit: 'ms' },
      {
        name: 'the published gateway: of bare Hono',
        value: timesBare('wall'),
        unit: '×',
        bar: { atMost: 2 },
      },
      {
        name: 'the published gateway: of bare Hono, processor time',
        value: timesBare('processor'),
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
