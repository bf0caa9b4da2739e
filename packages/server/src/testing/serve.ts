import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '../adapters/node.ts';

/** A server on loopback; `await using` ends it. */
export interface RunningServer extends AsyncDisposable {
  readonly origin: string;
}

/** Serves a listener of Node on a free port of loopback. */
export async function serveNode(listener: RequestListener): Promise<RunningServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Serves a web handler on a free port of loopback. */
export function serveWeb(handler: (request: Request) => Promise<Response>): Promise<RunningServer> {
  return serveNode(toNodeHandler(handler));
}
