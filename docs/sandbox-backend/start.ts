import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createSandboxBackend, SANDBOX_API } from './backend.ts';
import type { Exchange } from './exchange.ts';

/** Number of past exchanges that a new watcher receives. */
const KEPT = 40;

/** Runs the sandbox's backend beside the documentation, on a free port of loopback, against a gateway. */
export async function startSandboxBackend(options: {
  readonly gatewayUrl: string;
}): Promise<{ url: string; close(): Promise<void> }> {
  const watchers = new Set<(exchange: Exchange) => void>();
  // A page that comes back from paying shows the exchanges that it missed.
  const recent: Exchange[] = [];
  const ready = Promise.withResolvers<string>();
  let backend: ((request: Request) => Promise<Response>) | undefined;

  const server = serve(
    {
      hostname: '127.0.0.1',
      port: 0,
      // Other code in this process uses Node's own Request and Response.
      overrideGlobalObjects: false,
      fetch: (request) => {
        if (new URL(request.url).pathname === `${SANDBOX_API}exchanges`)
          return streamExchanges(recent, watchers, request.signal);
        return backend?.(request) ?? new Response(null, { status: 503 });
      },
    },
    (info: AddressInfo) => ready.resolve(`http://127.0.0.1:${info.port}`),
  );
  const url = await ready.promise;
  backend = createSandboxBackend({
    serviceUrl: options.gatewayUrl,
    fetch: (request) => fetch(request),
    callbackBase: url,
    returnPath: '/sandbox/return',
    listener: (exchange) => {
      recent.push(exchange);
      if (recent.length > KEPT) recent.shift();
      for (const tell of watchers) tell(exchange);
    },
  });
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

/** A stream of server-sent events, one per exchange. */
function streamExchanges(
  recent: readonly Exchange[],
  watchers: Set<(exchange: Exchange) => void>,
  gone: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  let tell: ((exchange: Exchange) => void) | undefined;
  const stop = (): void => {
    if (tell) watchers.delete(tell);
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      tell = (exchange) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(exchange)}\n\n`));
      controller.enqueue(encoder.encode(': watching\n\n'));
      recent.forEach(tell);
      watchers.add(tell);
    },
    cancel: stop,
  });
  gone.addEventListener('abort', stop);
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
