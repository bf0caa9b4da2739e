import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuseMalformed } from './malformed-request.ts';

/** Time limit for responses in progress once the server is stopping, milliseconds. */
export const SHUTDOWN_MS = 10_000;
const IDLE_CHECK_MS = 100;
/**
 * Time for which idle connections stay open once the server is stopping, milliseconds: one in use gets its last
 * response.
 */
const IDLE_MS = 500;
/** Time limit for accepting waiting connections once the server is stopping, milliseconds: more may always come. */
const ACCEPT_MS = 500;
/**
 * Number of turns of the event loop without a new connection after which none waits: the first may be the rest of a
 * turn that accepted one.
 */
const QUIET_TURNS = 2;
/**
 * Maximum duration of the last of these turns, milliseconds: in a longer one, connections may arrive after the check.
 */
const QUIET_TURN_MS = 0.1;

/** HTTP server that listens. */
export interface Listening {
  readonly server: Server;
  /** URL on this machine, without a slash at the end. */
  readonly url: string;
  /** Makes each connection close after its next response; new ones are still accepted. */
  closeAfterResponses(): void;
  /**
   * Accepts no new connections, and lets every received request get its response, for at most {@link SHUTDOWN_MS}.
   * Connections that are kept open close after their next response, or once they are idle.
   */
  close(): Promise<void>;
}

/** Address on which a server listens, and the settings that name it. */
export interface ListenAddress {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Prefix of its two settings, before `_HOST` and `_PORT`. */
  readonly setting: 'GATEWAY' | 'GATEWAY_METRICS';
  /** Setting by which this process already listens on a port of the same number. */
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
 * Maximum silence of a connection with a request, milliseconds: longer than any response takes to begin. Node waits as
 * long again if a part of its last write was sent.
 */
const STILL_MS = 300_000;

/** Default time for which a connection stays open between requests, milliseconds. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Opens a server. The listener of `request` handles the requests.
 * @param keepAliveMs time for which a connection stays open between requests: longer than a proxy in front reuses it,
 *   or the proxy sends a request on a connection that is just closing.
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
    // Interval of checks of both timeouts. With the default of 30 seconds, silent connections would stay for up to 45.
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: keepAliveMs,
  });
  // A client that reads nothing would keep its connection and a response forever.
  server.timeout = STILL_MS;
  // A request for the server as a whole (`*`), such as a proxy's health check, has no URL.
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

/** Accepts waiting connections first: when a server stops listening, the system resets them with their requests. */
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
