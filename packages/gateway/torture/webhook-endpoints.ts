import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../src/testing/loopback.ts';
import type { Received } from './checker/facts.ts';
import type { Random } from './random.ts';

/** Behaviours of an endpoint, which its address names. */
export const MANNERS = ['honest', 'slow', 'flapping', 'lying'] as const;
/** `silent` accepts every request, keeps none and never responds. */
export type Manner = (typeof MANNERS)[number] | 'silent';

/** Time for which a silent endpoint keeps a connection, milliseconds: less than a gateway may take to stop. */
const SILENT_MS = 5000;

/** The merchants' endpoints, all on one port of this machine. */
export interface WebhookEndpoints {
  /** Every received webhook, whatever was returned. */
  readonly received: readonly Received[];
  /** Maximum number of requests that waited at the same time for a response that never comes. */
  readonly mostWaiting: number;
  url(merchant: string, manner: Manner): string;
  /** Makes every endpoint return 204 from now on. */
  acceptAll(): void;
  close(): Promise<void>;
}

/** Whether a Standard Webhooks signature is valid; written apart from the project's own check. */
function isSigned(request: IncomingMessage, body: string, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = request.headers;
  if (typeof id !== 'string' || typeof at !== 'string' || typeof signatures !== 'string') return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const wanted = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`,
  );
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

/** Starts the endpoints. @param secrets the signing secret of each merchant. */
export async function startWebhookEndpoints(
  secrets: ReadonlyMap<string, string>,
  random: Random,
): Promise<WebhookEndpoints> {
  const received: Received[] = [];
  let acceptsAll = false;
  let waiting = 0;
  let mostWaiting = 0;

  function beSilent(response: ServerResponse): void {
    waiting += 1;
    mostWaiting = Math.max(mostWaiting, waiting);
    const timer = setTimeout(() => response.socket?.destroy(), SILENT_MS);
    response.on('close', () => {
      clearTimeout(timer);
      waiting -= 1;
    });
  }

  function keep(request: IncomingMessage, merchant: string, body: string): void {
    const { type, data } = JSON.parse(body) as {
      type: string;
      data: { order_id: string; status: string; transaction_id?: string };
    };
    received.push({
      merchant,
      type,
      orderId: data.order_id,
      status: data.status,
      ...(data.transaction_id === undefined ? {} : { transactionId: data.transaction_id }),
      signed: isSigned(request, body, secrets.get(merchant) ?? ''),
    });
  }

  /** Each keeps the webhook, but responds otherwise, or fails. */
  const lies: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(500).end('it was kept'),
    (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    (response) => response.socket?.resetAndDestroy(),
    (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half an ans');
      setTimeout(() => response.socket?.destroy(), 20);
    },
    (response) => response.writeHead(503, { 'retry-after': '1e9' }).end(),
    (response) => response.writeHead(429, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }).end(),
  ];

  function respond(manner: string, response: ServerResponse): void {
    const well = (): void => void response.writeHead(204).end();
    if (acceptsAll || manner === 'honest') well();
    else if (manner === 'slow') setTimeout(well, random.whole(200, 2500));
    else if (manner === 'flapping' && random.chance(0.5)) well();
    else if (manner === 'lying') random.pick(lies)(response);
    else response.writeHead(500).end();
  }

  const server = createServer((request, response) => {
    const [, merchant = '', manner = ''] = (request.url ?? '').split('/');
    response.on('error', () => {});
    // An endpoint that crashed has not kept its webhook.
    if (manner === 'flapping' && !acceptsAll && random.chance(0.2)) return void request.socket.destroy();
    if (manner === 'silent' && !acceptsAll) return beSilent(response);
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      keep(request, merchant, Buffer.concat(chunks).toString('utf8'));
      respond(manner, response);
    });
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    received,
    get mostWaiting() {
      return mostWaiting;
    },
    url: (merchant, manner) => `${url}/${merchant}/${manner}`,
    acceptAll() {
      acceptsAll = true;
    },
    close,
  };
}
