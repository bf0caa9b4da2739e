import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { leastRefund } from '../src/providers/payable-step.ts';
import { listenOnLoopback } from '../src/testing/loopback.ts';
import type { ProviderReply, ProviderRequest } from '../src/testing/provider-api.ts';
import type { BookedRefund, BookedSession, Books } from '../src/testing/provider-books.ts';
import {
  type EventText,
  razorpayDialect,
  stripeDialect,
  type TestDialect,
} from '../src/testing/provider-dialects.ts';
import { razorpayApi } from '../src/testing/razorpay-api.ts';
import { stripeApi } from '../src/testing/stripe-api.ts';
import { call } from './call.ts';
import type { Ledger } from './checker/facts.ts';
import type { Random } from './random.ts';

/** Providers that a gateway can take money through, besides its sandbox. */
export const BANKS = ['razorpay', 'stripe'] as const;
export type Bank = (typeof BANKS)[number];

const DIALECTS: Readonly<Record<Bank, TestDialect>> = { razorpay: razorpayDialect, stripe: stripeDialect };

/**
 * A payment provider that behaves like a real one's API: it reports payments late, twice, out of order or never,
 * refunds at its dashboard, and has disputes.
 */
export interface PaymentProvider {
  /** Environment of a gateway that uses it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Its books. */
  readonly ledger: Ledger;
  /** Number of events it never sent. */
  readonly lostEvents: number;
  /** Resolves once every event that is not lost was acknowledged, and every dispute decided. */
  drained(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the provider. @param ports of the gateways: events go to any of them. */
export async function startPaymentProvider(
  bank: Bank,
  ports: () => readonly number[],
  random: Random,
): Promise<PaymentProvider> {
  const dialect = DIALECTS[bank];
  const books: Books = { sessions: new Map(), refunds: new Map() };
  const visited = new Set<BookedSession>();
  const underway = new Set<Promise<void>>();
  let count = 0;
  let lostEvents = 0;
  let port = 0;
  const api = (bank === 'stripe' ? stripeApi : razorpayApi)({
    books,
    urlOf: ({ id }) => `http://127.0.0.1:${port}/l/${id}`,
    newRefundState: () => (random.chance(0.8) ? 'completed' : 'pending'),
  });

  function run(work: Promise<void>): void {
    underway.add(work);
    void work.finally(() => underway.delete(work));
  }

  /** Sends an event until it is acknowledged, and sometimes once more; or never. */
  function sendEvent(event: (id: string) => EventText): void {
    if (random.chance(0.2)) {
      lostEvents += 1;
      return;
    }
    count += 1;
    const { body, headers: more } = event(`evt_${count}`);
    run(send(body, more));
  }

  async function send(body: string, more: Record<string, string>): Promise<void> {
    let left = random.whole(1, 3);
    for (let tries = 0; tries < 400 && left > 0; tries += 1) {
      await wait(random.pick([0, 20, 300, 2000]));
      const headers = {
        'content-type': 'application/json',
        ...more,
        [dialect.signatureHeader]: await dialect.sign(body),
      };
      const path = `/providers/${bank}/events`;
      const response = await call({ port: random.pick(ports()), method: 'POST', path, headers, body });
      if (response?.status === 200) left -= 1;
    }
  }

  /** Makes staff refund at the dashboard, or the payer's bank claim the money back, after some time. */
  async function reverse(session: BookedSession, payment: string): Promise<void> {
    await wait(random.whole(0, 1500));
    const due = session.received ?? session.due;
    const kind = random.pick(['refund', 'refund', 'dispute'] as const);
    const whole = kind === 'dispute' || random.chance(0.5);
    const amount_minor = whole ? due.amount_minor : random.whole(1, Math.max(1, due.amount_minor - 1));
    const returned = [...books.refunds.values()].some((one) => one.payment === payment);
    if (returned || due.amount_minor === 0) return;
    const refund: BookedRefund = {
      id: `${kind === 'dispute' ? 'dp' : 'rf'}_hand_${payment}`,
      kind,
      payment,
      money: { ...due, amount_minor },
      refundId: undefined,
      state: random.pick(['pending', 'completed']),
    };
    books.refunds.set(refund.id, refund);
    sendEvent((id) => dialect.refund(id, { ...refund }));
    if (refund.state !== 'pending') return;
    await wait(random.whole(0, 3000));
    refund.state = random.pick(['completed', 'failed']);
    sendEvent((id) => dialect.refund(id, { ...refund }));
  }

  /** Returns the received money: the price, or now and then too little or too much, by at least the minimum refund. */
  function receivedFor(due: BookedSession['due']): BookedSession['due'] {
    const fate = random.next();
    const least = leastRefund(bank, due.currency);
    if (fate < 0.85 || due.amount_minor <= least) return due;
    const amount_minor =
      fate < 0.92 ? random.whole(least, due.amount_minor - 1) : due.amount_minor + random.whole(least, 500);
    return { ...due, amount_minor };
  }

  /** Decides by chance what a payer does on the provider's page. */
  function visit(session: BookedSession): void {
    if (visited.has(session) || session.state !== 'open') return;
    visited.add(session);
    const fate = random.next();
    if (fate < 0.7) {
      const payment = `pay_${session.id}`;
      Object.assign(session, { state: 'paid', payment, received: receivedFor(session.due) });
      sendEvent((id) => dialect.session(id, { ...session }));
      if (random.chance(0.2)) run(reverse(session, payment));
    } else if (fate < 0.85) {
      session.state = 'closed';
      sendEvent((id) => dialect.session(id, { ...session }));
    }
  }

  function openPage(sessionId: string): ProviderReply {
    const session = books.sessions.get(sessionId);
    if (session) visit(session);
    return { status: session ? 200 : 404, json: {} };
  }

  /** Starts the decision about a refund that was just made. */
  function receiveRefund({ status, json }: ProviderReply): void {
    const made = status === 200 ? books.refunds.get((json as { id: string }).id) : undefined;
    if (made) run(decide(made));
  }

  /** Processes a request, whether its response arrives or not. */
  function act(request: ProviderRequest): ProviderReply & { readonly lost: boolean } {
    const { method, path } = request;
    if (path.startsWith('/l/')) return { ...openPage(path.slice('/l/'.length)), lost: false };
    const reply = api(request);
    const isRefund = /refunds?$/.test(path) && method === 'POST';
    if (isRefund) receiveRefund(reply);
    return { ...reply, lost: random.chance(isRefund ? 0.3 : 0.05) };
  }

  /** Completes a pending refund after some time; some bounce. */
  async function decide(refund: BookedRefund): Promise<void> {
    if (refund.state !== 'pending') return;
    await wait(random.whole(100, 2500));
    if (refund.state === 'pending') refund.state = 'completed';
    sendEvent((id) => dialect.refund(id, { ...refund }));
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const body = Buffer.concat(chunks).toString();
      const { status, json, headers: more, lost } = act({ method, path, headers, body });
      if (lost) request.socket.destroy();
      else
        response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(json));
    });
  });
  const listening = await listenOnLoopback(server);
  port = listening.port;
  return {
    environment: {
      ...dialect.environment,
      GATEWAY_PROVIDER: bank,
      GATEWAY_PROVIDER_API_URL: listening.url,
    },
    get ledger() {
      const sessions = [...books.sessions.values()];
      return {
        paid: sessions.flatMap(({ id, payment, received }) =>
          payment && received ? [{ reference: id, payment, amount: received.amount_minor }] : [],
        ),
        refunds: [...books.refunds.values()].map(({ id, payment, money, state, kind }) => ({
          reference: id,
          payment,
          amount: money.amount_minor,
          state,
          kind,
        })),
      };
    },
    get lostEvents() {
      return lostEvents;
    },
    async drained() {
      while (underway.size > 0) await Promise.all(underway);
    },
    close: listening.close,
  };
}
