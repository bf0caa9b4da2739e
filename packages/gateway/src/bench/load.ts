import { Pool } from 'undici';

/** A request to repeat. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Repeats a request over some connections for a while. @returns requests a second which were answered well. */
export async function throughput(
  origin: string,
  request: LoadRequest,
  { connections = 20, seconds = 4 }: { connections?: number; seconds?: number } = {},
): Promise<number> {
  const pool = new Pool(origin, { connections });
  const run = async (until: number): Promise<number> => {
    let done = 0;
    while (performance.now() < until) {
      const { statusCode, body } = await pool.request(request);
      await body.dump();
      if (statusCode >= 300) throw new Error(`${request.path} answered ${statusCode}`);
      done += 1;
    }
    return done;
  };
  const all = async (forSeconds: number): Promise<number> => {
    const until = performance.now() + forSeconds * 1000;
    const counts = await Promise.all(Array.from({ length: connections }, () => run(until)));
    return counts.reduce((sum, count) => sum + count, 0) / forSeconds;
  };
  await all(1);
  const measured = await all(seconds);
  await pool.close();
  return measured;
}

/** Median time of a request asked one after the other, milliseconds. */
export async function medianMs(origin: string, request: LoadRequest, count = 400): Promise<number> {
  const pool = new Pool(origin, { connections: 1 });
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const started = performance.now();
    const { body } = await pool.request(request);
    await body.dump();
    times.push(performance.now() - started);
  }
  await pool.close();
  times.sort((a, b) => a - b);
  return times[Math.floor(count / 2)] ?? Number.NaN;
}
