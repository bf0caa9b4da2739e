import type { IncomingMessage, ServerResponse } from 'node:http';

/** Maximum size of an unread body that is drained, so that the connection can be used again, bytes. */
const SMALL_BYTES = 64 * 1024;
/** Time for which a caller whose body is not read may read the response, milliseconds. */
const LINGER_MS = 500;

function isSmall({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && Number(length ?? 0) <= SMALL_BYTES;
}

/**
 * Closes a connection after its response if the body of the request is large and was never read. Node would read it to
 * its end, so an upload to an endpoint that does not exist would keep the gateway busy.
 */
export function closeIfUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (isSmall(incoming)) return;
  announceClose(incoming, outgoing);
  outgoing.prependOnceListener('finish', () => {
    if (incoming.complete) return;
    // Makes Node believe that the body is still being read.
    incoming.read(0);
    incoming.pause();
    const { socket } = incoming;
    // Destroying the socket at once, as Node does without keep-alive, would be a reset, and the caller would lose the
    // response.
    socket.destroySoon = () => socket.end();
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}

/**
 * Makes the response state that its connection closes: otherwise a proxy would send another request on it, which is
 * never read.
 */
function announceClose(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const writeHead = outgoing.writeHead.bind(outgoing) as (...given: unknown[]) => ServerResponse;
  outgoing.writeHead = (...given: unknown[]) => {
    if (!incoming.complete) outgoing.shouldKeepAlive = false;
    return writeHead(...given);
  };
}
