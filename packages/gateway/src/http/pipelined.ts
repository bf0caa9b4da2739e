import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How many requests of one connection may wait behind another. Few clients pipeline requests, and the proxies in the
 * guide never do.
 */
const MAX_WAITING = 32;

const waiting = new WeakMap<Socket, number>();

/**
 * Handles a request once the responses before it on its connection are written. Node would have all of them handled at
 * once, and keep every response in memory for a client that reads none.
 */
export function inTurn(response: ServerResponse, handle: () => void): void {
  // Only a response that waits behind another has no socket yet. Each is handled in its own turn of the event loop: the
  // requests of one packet would keep everybody else waiting until the last of them is done.
  if (response.socket === null) response.once('socket', () => setImmediate(handle));
  else handle();
}

/**
 * Ends a connection on which too many requests wait for the response to another. Node takes the hundreds that fit into
 * a packet at once: a few clients that read nothing would keep the gateway busy for minutes.
 * @returns whether a request belongs to such a connection, and needs no response.
 */
export function isPipelinedAway({ socket }: IncomingMessage, response: ServerResponse): boolean {
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
