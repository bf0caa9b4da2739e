import { Agent, request } from 'node:http';
import { median } from '../../../scripts/measure.ts';

/** A request to send repeatedly. */
export interface Shot {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Result of a burst. */
export interface Burst {
  /** Responses per second. */
  readonly perSecond: number;
  /** Median latency, and the latency of the slowest in a hundred, ms. */
  readonly p50: number;
  readonly p99: number;
}

const agents = new Map<string, Agent>();

/** Result of one request. */
interface Hit {
  readonly ms: number;
  readonly text: string;
}

function shoot(origin: string, agent: Agent, { method, path, headers, body }: Shot): Promise<Hit> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const outgoing = request(`${origin}${path}`, { method, agent, headers }, (response) => {
      response.on('error', reject);
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if ((response.statusCode ?? 500) >= 300) {
          reject(new Error(`${method} ${path} returned ${response.statusCode} in a benchmark`));
        } else resolve({ ms: performance.now() - started, text: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.on('error', (error) => {
      // The server closed an idle connection during the other contestant's turn.
      if (outgoing.reusedSocket)
        resolve(shoot(origin, agent, { method, path, headers, ...(body ? { body } : {}) }));
      else reject(error);
    });
    outgoing.end(body);
  });
}

/** Size of a burst. */
export interface BurstSize {
  /** Number of requests. */
  readonly count: number;
  /** Number of connections, which stay open. */
  readonly connections: number;
}

/**
 * Sends requests to servers.
 * @param shot makes the nth request.
 * @param onBody receives the body of each response.
 */
export async function burst(
  origins: readonly string[],
  { count, connections }: BurstSize,
  shot: (index: number) => Shot,
  onBody: (text: string) => void = () => {},
): Promise<Burst> {
  const times: number[] = [];
  let next = 0;
  async function lane(origin: string): Promise<void> {
    const agent = agents.get(origin) ?? new Agent({ keepAlive: true });
    agents.set(origin, agent);
    for (let index = next++; index < count; index = next++) {
      const { ms, text } = await shoot(origin, agent, shot(index));
      times.push(ms);
      onBody(text);
    }
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

/**
 * Runs bursts against several servers in turn, so that a busy moment of the machine affects each.
 * @returns the bursts of each, in order: those of one round have the same place.
 */
export async function runInTurn<Name extends string>(
  rounds: number,
  contestants: Readonly<Record<Name, () => Promise<Burst>>>,
): Promise<Record<Name, Burst[]>> {
  const names = Object.keys(contestants) as Name[];
  const bursts = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Burst[]>;
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const result = await contestants[name]();
      // The first round warms up and is not counted.
      if (round >= 0) bursts[name].push(result);
    }
  }
  return bursts;
}

/** Returns the median of each figure of some bursts. */
export function medianBurst(bursts: readonly Burst[]): Burst {
  return {
    perSecond: median(bursts.map(({ perSecond }) => perSecond)),
    p50: median(bursts.map(({ p50 }) => p50)),
    p99: median(bursts.map(({ p99 }) => p99)),
  };
}

/** Calculates how many times as fast as a floor: the median over the rounds, each compared with itself. */
export function timesAsFast(ours: readonly Burst[], floor: readonly Burst[]): number {
  return median(ours.map(({ perSecond }, round) => perSecond / (floor[round]?.perSecond ?? Number.NaN)));
}
