import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuseMalformed } from './malformed-request.ts';

/** How long responses in progress may take once the server is stopping, milliseconds. */
export const SHUTDOWN_MS = 10_000;
const IDLE_CHECK_MS = 100;
/** How long idle connections stay open once the server is stopping, milliseconds: one in use gets its last response. */
const IDLE_MS = 500;
/**
 * How long at most waiting connections are accepted once the server is stopping, milliseconds: more may always come.
 */
const ACCEPT_MS = 500;
/**
 * Turns of the event loop without a new connection after which none waits: the first may be the rest of a turn that
 * accepted one.
 */
const QUIET_TURNS = 2;
/**
 * How long the last of these turns may take, milliseconds: in a longer one, connections may have arrived after the
 * check.
 */
const QUIET_TURN_MS = 0.1;

/** An HTTP server that listens. */
export interface Listening {
  readonly server: Server;
  /** Its address on this machine, without a slash at the end. */
  readonly url: string;
  /** From now on each connection closes after its next response; new ones are taken as before. */
  closeAfterResponses(): void;
  /**
   * Accepts no new connections, and lets every received request get its response, for at most {@link SHUTDOWN_MS}.
   * Connections that are kept open close after their next response, or once they are idle.
   */
  close(): Promise<void>;
}

/** Where a server listens, and which settings say so. */
export interface ListenAddress {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** What its two settings begin with, before `_HOST` and `_PORT`. */
  readonly setting: 'GATEWAY' | 'GATEWAY_METRICS';
  /** The setting by which this process listens on a port of the same number already. */
  readonly portOf?: 'GATEWAY_METRICS_PORT' | undefined;
}

/**
 * A server cannot listen: its port is taken or not allowed, or its host is not an address of this machine. The cause is
 * the system's error.
 */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code = 'cannot_listen';

  constructor({ host, port, setting, portOf }: ListenAddress, cause: NodeJS.ErrnoException) {
    const where = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const options = setting === 'GATEWAY' ? ', or --host and --port of serve' : '';
    const remedy =
      portOf && cause.code === 'EADDRINUSE'
        ? `${portOf} is the same port as ${setting}_PORT: set one of them to another port.`
        : `Check ${setting}_HOST and ${setting}_PORT${options}, or stop what uses the port.`;
    super(`Cannot listen on ${where} (${cause.code}). ${remedy}`, { cause });
  }
}

/**
 * How long a connection with a request may be silent, milliseconds: longer than any response takes to begin. Node waits
 * as long again if a part of what it last wrote was taken.
 */
const STILL_MS = 300_000;

/** How long a connection stays open between requests by default, milliseconds. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Listens. Requests are handled by the listener of `request`.
 * @param keepAliveMs how long a connection stays open between requests: longer than a proxy in front reuses it, or the
 *   proxy sends a request on a connection that is just being closed.
 * @throws ListenError if the port is taken or not allowed, or the host is not an address of this machine.
 */
export async function openServer(
  address: ListenAddress,
  keepAliveMs: number = KEEP_ALIVE_MS,
): Promise<Listening> {
  const server = createServer({
    // The request handler refuses a request without a host, with an Error object.
    requireHostHeader: false,
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    // How often both timeouts are checked. By default every 30 seconds: connections that send nothing would stay for up
    // to 45.
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: keepAliveMs,
  });
  // A client that reads nothing would keep its connection and a response for ever.
  server.timeout = STILL_MS;
  // A request for the server as a whole (`*`), as health checks of proxies send it, has no URL.
  server.on('request', (request) => {
    if (request.method === 'OPTIONS' && request.url === '*') request.url = '/';
  });
  refuseMalformed(server);
  await new Promise<void>((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException): void => reject(new ListenError(address, cause));
    server.once('error', refuse);
    server.listen(address.port, address.host, () => {
      server.removeListener('error', refuse);
      resolve();
    });
  });
  return {
    server,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    closeAfterResponses: () => closeAfterResponses(server),
    close: () => close(server),
  };
}

function closeAfterResponses(server: Server): void {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
}

async function close(server: Server): Promise<void> {
  closeAfterResponses(server);
  await acceptWaiting(server);
  // Not `server.close()`, which closes idle connections at once: a proxy may just be sending a request on one.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const began = performance.now();
  const idleCheck = setInterval(() => {
    if (performance.now() - began >= IDLE_MS) server.closeIdleConnections();
  }, IDLE_CHECK_MS);
  const timer = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS);
  await closed;
  clearInterval(idleCheck);
  clearTimeout(timer);
}

/**
 * When a server stops listening, the system resets waiting connections together with their requests: so they are
 * accepted first.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let quiet = 0;
  const accepted = (): void => {
    quiet = 0;
  };
  server.on('connection', accepted);
  const began = performance.now();
  let looked = began;
  let turnMs = 0;
  while ((quiet < QUIET_TURNS || turnMs > QUIET_TURN_MS) && looked - began < ACCEPT_MS) {
    quiet += 1;
    await nextTurn();
    const now = performance.now();
    turnMs = now - looked;
    looked = now;
  }
  server.removeListener('connection', accepted);
}
