import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as received: headers and raw body. */
export interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A webhook endpoint that keeps the requests it receives; `await using` closes it. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** The first webhook; waits for it. */
  next(): Promise<Received>;
}

/** Receives webhooks at a path, on a free port of this machine. */
export async function receiveAt(path: string): Promise<Receiver> {
  const first = Promise.withResolvers<Received>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.statusCode = request.url === path ? 204 : 404;
    response.end();
    if (request.url === path)
      first.resolve({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    next: () => first.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
