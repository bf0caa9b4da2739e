import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Maximum number of requests of one connection that may wait behind another. Few clients pipeline requests, and the
 * proxies in the guide never do.
 */
const MAX_WAITING = 32;

const waiting = new WeakMap<Socket, number>();

/**
 * Handles a request once the earlier responses on its connection are written. Otherwise Node would handle all at once,
 * and keep every response in memory for a client that reads none.
 */
export function handleInTurn(response: ServerResponse, handle: () => void): void {
  // Only a response that waits behind another has no socket yet. Each is handled in a separate turn of the event loop:
  // the requests of one packet would make everybody else wait for the last of them.
  if (response.socket === null) response.once('socket', () => setImmediate(handle));
  else handle();
}

/**
 * Ends a connection on which too many requests wait for the response to another. Node accepts the hundreds that fit
 * into a packet at once: a few clients that read nothing would keep the gateway busy for minutes.
 * @returns whether a request belongs to such a connection, and needs no response.
 */
export function refusePipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return true;
  if (response.socket !== null) return false;
  const before = waiting.get(socket) ?? 0;
  if (before === MAX_WAITING) {
    socket.destroy();
    return true;
  }
  waiting.set(socket, before + 1);
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return false;
}
