import express from 'express';
import { type Measure, median } from '../../../scripts/measure.ts';
import { toExpressHandler } from '../src/adapters/express.ts';
import { createOffsetHandler } from '../src/handler.ts';
import { createOffset } from '../src/offset.ts';
import { BARE_CREDENTIALS, createBareService } from '../src/testing/bare-service.ts';
import { ZRH_SFO } from '../src/testing/merchant.ts';
import { serveNode } from '../src/testing/serve.ts';

const SERVICE = 'https://service.example';
const ROUNDS = 1500;

/** Calls both in turn, so that a busy moment of the machine affects both. @returns the median of each, ms. */
async function compare(bare: () => Promise<unknown>, handled: () => Promise<unknown>): Promise<number[]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -300; round < ROUNDS; round += 1) {
    for (const [side, call] of [bare, handled].entries()) {
      const started = performance.now();
      await call();
      // The first rounds warm up and are not counted.
      if (round >= 0) times[side]?.push(performance.now() - started);
    }
  }
  return times.map(median);
}

/** Overhead of the handler over a route that a merchant would write without it, in Express, over loopback. */
export async function bench(): Promise<readonly Measure[]> {
  const service = createBareService(SERVICE);
  const options = {
    service: {
      baseUrl: SERVICE,
      apiKey: BARE_CREDENTIALS.apiKey,
      signingKey: BARE_CREDENTIALS.secret,
      platformId: BARE_CREDENTIALS.platformId,
      fetch: (input: RequestInfo | URL, init?: RequestInit) => service.fetch(new Request(input, init)),
    },
    amounts: { fractions: [0.5, 1, 1.5] },
    price: { perTonne: 1200, currency: 'INR' },
  };
  const offset = createOffset(options);
  const app = express();
  // Parses, calls the service by the same client, responds.
  app.post('/bare/quote', express.json(), async (request, response) => {
    const { flights } = request.body as { flights: (typeof ZRH_SFO)[] };
    response.json(await offset.estimate(flights, {}));
  });
  app.get('/bare/status', (_request, response) => {
    response.json({ status: 'pending' });
  });
  app.use('/offset', toExpressHandler(createOffsetHandler(options, offset)));
  await using server = await serveNode(app);

  async function call(path: string, body?: string): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(
      server.origin + path,
      body === undefined ? {} : { method: 'POST', body, headers },
    );
    return response.json();
  }

  const body = JSON.stringify({ flights: [ZRH_SFO] });
  const quote = (await call('/offset/quote', body)) as { options: { token: string }[] };
  const order = JSON.stringify({ token: quote.options[0]?.token });
  const { orderId } = (await call('/offset/orders', order)) as { orderId: string };
  service.finalize(orderId, 'completed');
  const pairs: Record<string, [bare: () => Promise<unknown>, handled: () => Promise<unknown>]> = {
    'a quote': [() => call('/bare/quote', body), () => call('/offset/quote', body)],
    'a final status': [() => call('/bare/status'), () => call(`/offset/orders/${orderId}/status`)],
  };
  const measures: Measure[] = [];
  for (const [name, [bare, handled]] of Object.entries(pairs)) {
    const [plain = Number.NaN, ours = Number.NaN] = await compare(bare, handled);
    measures.push({
      name: `handler: what it adds to ${name}, p50`,
      value: ours - plain,
      unit: 'ms',
      bar: { atMost: 1 },
    });
    measures.push({ name: `handler: ${name}, p50`, value: ours, unit: 'ms' });
  }
  return measures;
}
