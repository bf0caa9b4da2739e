import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuseMalformed } from './malformed-request.ts';

/** How long responses in progress may take once the server stops, milliseconds. */
export const SHUTDOWN_MS = 10_000;
const IDLE_CHECK_MS = 100;
/** For how long idle connections stay open once the server stops, milliseconds: one in use gets its last response. */
const IDLE_MS = 500;
/** For how long at most connections that wait are accepted once the server stops, milliseconds: more may always come. */
const ACCEPT_MS = 500;
/** Turns of the event loop without a new connection until none waits: the first may be the end of one that has accepted. */
const QUIET_TURNS = 2;
/** How long the last of them takes at most, milliseconds: in a longer one, connections may have come since it looked. */
const QUIET_TURN_MS = 0.1;

/** An HTTP server which listens. */
export interface Listening {
  readonly server: Server;
  /** Its address on this machine, without a slash at the end. */
  readonly url: string;
  /** From now on each connection closes after its next response; new ones are taken as before. */
  closeAfterResponses(): void;
  /**
   * Takes no new connections, and lets every request that came in get its response, for at most {@link SHUTDOWN_MS}.
   * Connections which are kept open close after their next response, or once they are idle.
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

/** A server cannot listen: its port is taken or not allowed, or its host is none of this machine. The cause is the system's error. */
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
 * How long nothing may move on a connection with a request, milliseconds: longer than any response takes to begin. Node
 * waits for as long again where a part of what it last wrote was taken.
 */
const STILL_MS = 300_000;

/** How long a connection stays open between requests by default, milliseconds. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Listens. Requests are handled by the listener of `request`.
 * @param keepAliveMs how long a connection stays open between requests: longer than a proxy in front uses it again, or
 *   the proxy sends a request on a connection which is just being closed.
 * @throws ListenError where the port is taken or not allowed, or the host is none of this machine.
 */
export async function openServer(
  address: ListenAddress,
  keepAliveMs: number = KEEP_ALIVE_MS,
): Promise<Listening> {
  const server = createServer({
    // Whoever handles requests refuses one without a host, with an Error object.
    requireHostHeader: false,
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    // How often both are checked. By default every 30 seconds: connections that send nothing would stay for up to 45.
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: keepAliveMs,
  });
  // Whoever reads nothing would keep its connection and a response for as long as it likes.
  server.timeout = STILL_MS;
  // Of the server as a whole, as health checks of proxies send it; an address of the web is none.
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
  // Not the server's own, which closes idle connections at once: a proxy may just be sending a request on one.
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

/** The system resets connections which wait when the server stops listening, with the requests on them: so it accepts them first. */
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
