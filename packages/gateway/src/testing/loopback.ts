import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** A server that listens on this machine alone. */
export interface Loopback {
  readonly port: number;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Resolves once nobody is connected any more; connections of HTTP are closed. */
  close(): Promise<void>;
}

/** Has a server listen on the loopback address, on any free port unless one is given. */
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
