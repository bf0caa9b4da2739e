import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy of a server that refuses every request until it is opened; `await using` closes it. */
export interface Relay extends AsyncDisposable {
  readonly url: string;
  /** Forwards requests to the server at `target` from now on. */
  open(target: string): void;
}

/** Starts a relay on a free port of this machine. Until it is opened it returns 503. */
export async function startRelay(): Promise<Relay> {
  let target: string | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (target === undefined) {
      response.writeHead(503).end('The backend is down for maintenance.');
      return;
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && !/^(?:host|connection|content-length|transfer-encoding)$/.test(name))
        headers.set(name, value);
    const { status } = await fetch(target + request.url, {
      method: 'POST',
      headers,
      body: Buffer.concat(chunks),
    });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open(to) {
      target = to;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
