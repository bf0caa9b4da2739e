import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { call } from './call.ts';
import type { Ledger } from './checker/facts.ts';
import type { Random } from './random.ts';

const SECRET = 'torture-webhook-secret';
const EVENTS_PATH = '/providers/razorpay/events';

/** A payment provider which behaves like Razorpay's API, and tells of payments late, twice and out of order. */
export interface PaymentProvider {
  /** What a gateway needs to work with it. */
  readonly environment: NodeJS.ProcessEnv;
  /** What it did with money. */
  readonly ledger: Ledger;
  /** Resolves once every event was acknowledged. */
  told(): Promise<void>;
  close(): Promise<void>;
}

interface Link {
  readonly id: string;
  readonly amount: number;
  visited: boolean;
}

/** Starts the provider. @param ports where the gateways answer: events go to any of them. */
export async function startPaymentProvider(
  ports: () => readonly number[],
  random: Random,
): Promise<PaymentProvider> {
  const links = new Map<string, Link>();
  const paid: Ledger['paid'][number][] = [];
  const refunds = new Map<string, string>();
  const underway = new Set<Promise<void>>();
  let count = 0;

  /** Tells until it is acknowledged, and sometimes once more. */
  async function tell(event: string, link: Link, payment: string | undefined): Promise<void> {
    count += 1;
    const id = `evt_${count}`;
    const body = JSON.stringify({
      event,
      payload: {
        payment_link: { entity: { id: link.id } },
        ...(payment === undefined ? {} : { payment: { entity: { id: payment, amount: link.amount } } }),
      },
    });
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-event-id': id,
      'x-razorpay-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
    };
    let more = random.whole(1, 3);
    for (let tries = 0; tries < 400 && more > 0; tries += 1) {
      await wait(random.pick([0, 20, 300, 2000]));
      const port = random.pick(ports());
      const answer = await call({ port, method: 'POST', path: EVENTS_PATH, headers, body });
      if (answer?.status === 200) more -= 1;
    }
  }

  function start(work: Promise<void>): void {
    underway.add(work);
    void work.finally(() => underway.delete(work));
  }

  /** The payer has come to the provider's page: what happens there is chance. */
  function visit(link: Link): void {
    if (link.visited) return;
    link.visited = true;
    const fate = random.next();
    if (fate < 0.65) {
      const payment = `pay_${link.id}`;
      paid.push({ reference: link.id, payment, amount: link.amount });
      start(tell('payment_link.paid', link, payment));
    }
    // Some are told to have expired although they were paid, and the other way round in time.
    if (fate > 0.55 && fate < 0.85) start(tell('payment_link.expired', link, undefined));
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const json = (status: number, value: unknown): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      if (path === '/v1/payment_links') {
        const { amount } = JSON.parse(Buffer.concat(chunks).toString()) as { amount: number };
        const id = `plink_${links.size + 1}`;
        links.set(id, { id, amount, visited: false });
        return json(200, { id, short_url: `http://127.0.0.1:${port}/l/${id}` });
      }
      const [, payment] = /^\/v1\/payments\/([^/]+)\/refund$/.exec(path) ?? [];
      if (payment !== undefined) {
        // The same key gives the same refund; another key would be another one.
        refunds.set(`${request.headers['x-refund-idempotency']} ${payment}`, payment);
        // It is done, and the answer may still not arrive.
        return random.chance(0.3) ? void request.socket.destroy() : json(200, { id: `rfnd_${payment}` });
      }
      const link = links.get(path.slice('/l/'.length));
      if (link) visit(link);
      return json(link ? 200 : 404, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      GATEWAY_PROVIDER: 'razorpay',
      GATEWAY_PROVIDER_API_URL: `http://127.0.0.1:${port}`,
      RAZORPAY_KEY_ID: 'rzp_test_torture',
      RAZORPAY_KEY_SECRET: 'torture',
      RAZORPAY_WEBHOOK_SECRET: SECRET,
    },
    ledger: {
      paid,
      get refunds() {
        return [...refunds.values()];
      },
    },
    async told() {
      while (underway.size > 0) await Promise.all(underway);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
