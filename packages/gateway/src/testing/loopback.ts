import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** A server that listens on this machine alone. */
export interface Loopback {
  readonly port: number;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Resolves once all clients have disconnected; HTTP connections are closed. */
  close(): Promise<void>;
}

/** Makes a server listen on the loopback address, by default on any free port. */
export async function listenOnLoopback(server: Server, wanted = 0): Promise<Loopback> {
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if (server instanceof HttpServer) server.closeAllConnections();
      }),
  };
}
