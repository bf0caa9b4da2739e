import { createServer } from 'node:http';
import { listenOnLoopback } from './loopback.ts';
import type { ProviderReply, ProviderRequest } from './provider-api.ts';
import type { BookedRefund, BookedSession, Books } from './provider-books.ts';
import { razorpayApi } from './razorpay-api.ts';
import { stripeApi } from './stripe-api.ts';

/** A server that behaves like the API of Stripe and of Razorpay, as far as the gateway uses it, with its own books. */
export interface FakeProvider {
  readonly url: string;
  readonly requests: readonly ProviderRequest[];
  /** Its books; a test may change them, as payers, banks and people at a dashboard do. */
  readonly books: Books;
  /** Number of further requests that fail with status 500. */
  failing: number;
  /** Whether errors repeat the whole request, keys included. */
  echoing: boolean;
  /** Awaited before a page is made, so that two requests are under way at once. */
  gate: Promise<void> | undefined;
  /** State of a new refund. */
  refundsAre: BookedRefund['state'];
  close(): Promise<void>;
}

/** Behaviour of payers at a provider. */
export interface FakePayers {
  /** Default: any free port. */
  readonly port?: number;
  /**
   * Handles a request to a payment page, `GET` to see it and `POST` to pay; without it there are no such pages.
   * @returns HTML to show, or the URL to go to.
   */
  readonly visit?: (session: BookedSession, method: string) => Promise<string | URL>;
}

/** Starts a fake provider. */
export async function startFakeProvider({ port = 0, visit }: FakePayers = {}): Promise<FakeProvider> {
  const requests: ProviderRequest[] = [];
  const books: Books = { sessions: new Map(), refunds: new Map() };
  const options = {
    books,
    urlOf: ({ id }: { readonly id: string }) => `${provider.url}/c/pay/${id}`,
    newRefundState: () => provider.refundsAre,
  };
  const [stripe, razorpay] = [stripeApi(options), razorpayApi(options)];

  async function respond(request: ProviderRequest): Promise<ProviderReply> {
    const { authorization = '' } = request.headers;
    if (!authorization)
      return { status: 401, json: { error: { code: 'BAD_REQUEST_ERROR', message: 'no key' } } };
    if (provider.failing > 0) {
      provider.failing -= 1;
      const echo = provider.echoing ? `${authorization} ${request.body} ${request.path}` : '';
      return {
        status: 500,
        json: { error: { code: echo || 'SERVER_ERROR', type: echo, message: echo, param: echo } },
      };
    }
    // Requests of doctor, to learn whether the key is accepted.
    if (/^\/v1\/(?:balance$|payments\?count=)/.test(request.path)) return { status: 200, json: {} };
    if (request.method === 'POST' && /\/(?:sessions|payment_links)$/.test(request.path)) await provider.gate;
    return authorization.startsWith('Basic') ? razorpay(request) : stripe(request);
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { url: path = '', method = '', headers } = request;
      const received = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
      const session = books.sessions.get(/^\/c\/pay\/([^/?]+)$/.exec(path)?.[1] ?? '');
      if (visit && session) {
        const shown = await visit(session, method);
        if (shown instanceof URL) response.writeHead(303, { location: shown.href }).end();
        else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shown);
        return;
      }
      requests.push(received);
      const { status, json, headers: more } = await respond(received);
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(json));
    });
  });
  const { url, close } = await listenOnLoopback(server, port);
  const provider: FakeProvider = {
    url,
    requests,
    books,
    failing: 0,
    echoing: false,
    gate: undefined,
    refundsAre: 'completed',
    close,
  };
  return provider;
}
