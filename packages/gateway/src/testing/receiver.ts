import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** A received webhook. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * A merchant's webhook endpoint, which responds as configured. With `await using` it is closed whatever fails: a server
 * that still listens keeps a test file from ending.
 */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves once this many webhooks have arrived. */
  until(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

/** Starts a receiver. @param respond the status for the nth webhook, from 0; default: 200. */
export async function startReceiver(
  respond: (index: number) => { status: number; headers?: Record<string, string> } = () => ({ status: 200 }),
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, headers = {} } = respond(received.length);
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      response.writeHead(status, headers).end();
      for (const look of waiting) look();
    });
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url,
    received,
    until: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
