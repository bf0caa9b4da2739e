/** How much the handler adds to a bare route: `pnpm --filter @flight-offset/server bench`. */
import express from 'express';
import { toExpress } from '../adapters/express.ts';
import { createOffsetHandler } from '../handler.ts';
import { createOffset } from '../offset.ts';
import { BARE_CREDENTIALS, createBareService } from './bare-service.ts';
import { ZRH_SFO } from './merchant.ts';
import { serveNode } from './serve.ts';

const SERVICE = 'https://service.example';
const ROUNDS = 4000;

const service = createBareService(SERVICE);
const options = {
  service: {
    baseUrl: SERVICE,
    apiKey: BARE_CREDENTIALS.apiKey,
    signingKey: BARE_CREDENTIALS.secret,
    platformId: BARE_CREDENTIALS.platformId,
    fetch: (input: RequestInfo | URL, init?: RequestInit) => service.fetch(new Request(input, init)),
  },
  amounts: { shares: [0.5, 1, 1.5] },
  price: { perTonne: 1200, currency: 'INR' },
};
const offset = createOffset(options);
const body = JSON.stringify({ flights: [ZRH_SFO] });

/** What a merchant would write without this package: parse, ask the service by the same client, answer. */
const app = express();
app.post('/bare/quote', express.json(), async (request, response) => {
  const { flights } = request.body as { flights: (typeof ZRH_SFO)[] };
  response.json(await offset.estimate(flights, {}));
});
app.get('/bare/status', (_request, response) => {
  response.json({ status: 'pending' });
});
app.use('/offset', toExpress(createOffsetHandler(options, offset)));

await using server = await serveNode(app);

async function ask(path: string, text?: string): Promise<unknown> {
  const response = await fetch(
    server.origin + path,
    text === undefined ? {} : { method: 'POST', body: text, headers: { 'content-type': 'application/json' } },
  );
  return response.json();
}

const quote = (await ask('/offset/quote', body)) as { shares: { token: string }[] };
const order = (await ask('/offset/orders', JSON.stringify({ token: quote.shares[0]?.token }))) as {
  orderId: string;
};
service.settle(order.orderId, 'completed');

/** Takes turns, so that both see the same machine. */
async function compare(
  name: string,
  bare: () => Promise<unknown>,
  handled: () => Promise<unknown>,
): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [side, call] of [bare, handled].entries()) {
      const started = performance.now();
      await call();
      if (round >= ROUNDS / 4) times[side]?.push(performance.now() - started);
    }
  }
  const [plain, ours] = times.map((list) => list.sort((a, b) => a - b));
  const at = (list: number[] | undefined, part: number): number =>
    list?.[Math.floor(list.length * part)] ?? Number.NaN;
  const row = [0.5, 0.95].map((part) => {
    const [before, after] = [at(plain, part), at(ours, part)];
    return `p${part * 100}: ${before.toFixed(3)} ms bare, ${after.toFixed(3)} ms handled, +${(after - before).toFixed(3)} ms`;
  });
  console.log(`${name.padEnd(14)}${row.join('   ')}`);
}

await compare(
  'quote',
  () => ask('/bare/quote', body),
  () => ask('/offset/quote', body),
);
await compare(
  'final status',
  () => ask('/bare/status'),
  () => ask(`/offset/orders/${order.orderId}/status`),
);
