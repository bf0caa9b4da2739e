import { Agent, request } from 'node:http';
import { median } from '../../../scripts/measure.ts';

/** One request to send again and again. */
export interface Shot {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** What came of a burst. */
export interface Burst {
  /** Answers a second. */
  readonly perSecond: number;
  /** Latency of the middle answer, and of the slowest in a hundred, ms. */
  readonly p50: number;
  readonly p99: number;
}

const agents = new Map<string, Agent>();

function shoot(origin: string, agent: Agent, { method, path, headers, body }: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const outgoing = request(`${origin}${path}`, { method, agent, headers }, (response) => {
      response.on('error', reject);
      response.on('data', () => {});
      response.on('end', () => {
        if ((response.statusCode ?? 500) >= 300) {
          reject(new Error(`${method} ${path} answered ${response.statusCode} in a benchmark`));
        } else resolve(performance.now() - started);
      });
    });
    outgoing.on('error', (error) => {
      // The server let go of an idle connection while it was the other's turn.
      if (outgoing.reusedSocket)
        resolve(shoot(origin, agent, { method, path, headers, ...(body ? { body } : {}) }));
      else reject(error);
    });
    outgoing.end(body);
  });
}

/** Sends `count` requests over `connections` connections which stay open. @param shot makes the nth request. */
export async function burst(
  origins: readonly string[],
  count: number,
  connections: number,
  shot: (index: number) => Shot,
): Promise<Burst> {
  const times: number[] = [];
  let next = 0;
  async function lane(origin: string): Promise<void> {
    const agent = agents.get(origin) ?? new Agent({ keepAlive: true, maxSockets: 64 });
    agents.set(origin, agent);
    for (let index = next++; index < count; index = next++)
      times.push(await shoot(origin, agent, shot(index)));
  }
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, (_, index) => lane(origins[index % origins.length] ?? '')),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return {
    perSecond: count / seconds,
    p50: median(times),
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  };
}

/** Bursts against several servers in turn, so that a busy moment of the machine meets each; the median of each. */
export async function inTurn(
  rounds: number,
  contestants: Readonly<Record<string, () => Promise<Burst>>>,
): Promise<Record<string, Burst>> {
  const bursts: Record<string, Burst[]> = {};
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(contestants)) {
      const result = await run();
      // The first round warms up and is not counted.
      if (round >= 0) bursts[name] = [...(bursts[name] ?? []), result];
    }
  }
  return Object.fromEntries(
    Object.entries(bursts).map(([name, all]) => [
      name,
      {
        perSecond: median(all.map(({ perSecond }) => perSecond)),
        p50: median(all.map(({ p50 }) => p50)),
        p99: median(all.map(({ p99 }) => p99)),
      },
    ]),
  );
}
