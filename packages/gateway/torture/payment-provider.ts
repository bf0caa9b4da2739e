import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { call } from './call.ts';
import type { Ledger } from './checker/facts.ts';
import { type Bank, DIALECTS, type Session, type Told } from './provider-dialects.ts';
import type { Random } from './random.ts';

/** A payment provider which behaves like a real one's API, and tells of payments late, twice and out of order. */
export interface PaymentProvider {
  /** What a gateway needs to work with it. */
  readonly environment: NodeJS.ProcessEnv;
  /** What it did with money. */
  readonly ledger: Ledger;
  /** Resolves once every event was acknowledged. */
  told(): Promise<void>;
  close(): Promise<void>;
}

/** An answer of the provider; none to what it does not know. */
interface Reply {
  readonly value: object | undefined;
  readonly lost: boolean;
}

/** Starts the provider. @param ports where the gateways answer: events go to any of them. */
export async function startPaymentProvider(
  bank: Bank,
  ports: () => readonly number[],
  random: Random,
): Promise<PaymentProvider> {
  const dialect = DIALECTS[bank];
  const sessions = new Map<string, Session>();
  const opened = new Map<string, Session>();
  const visited = new Set<Session>();
  const paid: Ledger['paid'][number][] = [];
  const refunds = new Map<string, string>();
  const underway = new Set<Promise<void>>();
  let count = 0;

  /** Tells until it is acknowledged, and sometimes once more. */
  async function tell(told: Told): Promise<void> {
    count += 1;
    const id = `evt_${count}`;
    const body = JSON.stringify(dialect.event(id, told));
    let more = random.whole(1, 3);
    for (let tries = 0; tries < 400 && more > 0; tries += 1) {
      await wait(random.pick([0, 20, 300, 2000]));
      const headers = { 'content-type': 'application/json', ...dialect.sign(id, body) };
      const path = `/providers/${bank}/events`;
      const answer = await call({ port: random.pick(ports()), method: 'POST', path, headers, body });
      if (answer?.status === 200) more -= 1;
    }
  }

  function start(told: Told): void {
    const work = tell(told);
    underway.add(work);
    void work.finally(() => underway.delete(work));
  }

  /** The payer has come to the provider's page: what happens there is chance. */
  function visit(session: Session): void {
    if (visited.has(session)) return;
    visited.add(session);
    const fate = random.next();
    if (fate < 0.65) {
      const payment = `pay_${session.id}`;
      paid.push({ reference: session.id, payment, amount: session.amount });
      const types = random.pick(dialect.paid);
      // That money is on its way is no payment yet; only the last event speaks of one.
      types.forEach((type, i) => {
        start({ type, session, payment: i === types.length - 1 ? payment : undefined });
      });
    }
    // Some are told to have expired although they were paid, and the other way round in time.
    if (fate > 0.55 && fate < 0.85) start({ type: dialect.expired, session, payment: undefined });
  }

  function open(body: string, repeatKey: string | undefined): Session {
    const before = repeatKey === undefined ? undefined : opened.get(repeatKey);
    const session = before ?? {
      id: `${dialect.prefix}_${sessions.size + 1}`,
      amount: dialect.amountOf(body),
    };
    sessions.set(session.id, session);
    if (repeatKey !== undefined) opened.set(repeatKey, session);
    return session;
  }

  /** What a request does, whether its answer arrives or not, and the answer. */
  function act({ url: path = '', headers }: IncomingMessage, body: string): Reply {
    const repeatKey = dialect.repeatKey(headers);
    if (path === dialect.sessionsPath) {
      const { id } = open(body, repeatKey);
      return { value: dialect.opened(id, `http://127.0.0.1:${port}/l/${id}`), lost: random.chance(0.05) };
    }
    const payment = dialect.refundOf(path, body);
    if (payment !== undefined) {
      // The same key gives the same refund; another key would be another one.
      refunds.set(`${repeatKey} ${payment}`, payment);
      return { value: { id: `refund_${payment}` }, lost: random.chance(0.3) };
    }
    const session = sessions.get(path.slice('/l/'.length));
    if (session) visit(session);
    return { value: session && {}, lost: false };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { value, lost } = act(request, Buffer.concat(chunks).toString());
      response.writeHead(value ? 200 : 404, { 'content-type': 'application/json' });
      if (lost) request.socket.destroy();
      else response.end(JSON.stringify(value ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: dialect.environment(`http://127.0.0.1:${port}`),
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
