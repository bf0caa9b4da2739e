import type { IncomingMessage, ServerResponse } from 'node:http';

/** An unread body up to this size is drained: the connection can then be used again. */
const SMALL_BYTES = 64 * 1024;
/** How long a caller whose body is not read has to read the response, milliseconds. */
const LINGER_MS = 500;

function isSmall({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && Number(length ?? 0) <= SMALL_BYTES;
}

/**
 * Closes a connection once its response is sent, where the body of the request is large and was never read. Node
 * would read it to its end, and so would whoever uploads to an address that does not exist keep the gateway busy.
 */
export function leaveUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (isSmall(incoming)) return;
  stateEnd(incoming, outgoing);
  outgoing.prependOnceListener('finish', () => {
    if (incoming.complete) return;
    // To Node it now looks as if somebody read on.
    incoming.read(0);
    incoming.pause();
    const { socket } = incoming;
    // At once it would be a reset, and the caller would lose the response: Node destroys one that is not kept alive.
    socket.destroySoon = () => socket.end();
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}

/** Has the response state that its connection closes: a proxy would send another request there, which nobody reads. */
function stateEnd(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const writeHead = outgoing.writeHead.bind(outgoing) as (...given: unknown[]) => ServerResponse;
  outgoing.writeHead = (...given: unknown[]) => {
    if (!incoming.complete) outgoing.shouldKeepAlive = false;
    return writeHead(...given);
  };
}
